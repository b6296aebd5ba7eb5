import '@mantine/core/styles/Alert.layer.css';
import { Alert, Button, Text } from '@mantine/core';
import { useState, type DragEvent } from 'react';
import { acceptAttribute, IMPORT_FILES } from '../../format/fileRules.ts';
import { t, type Label } from '../../language/t.ts';
import { FileChooser } from '../FileChooser.tsx';
import { Icon } from '../Icon.tsx';
import classes from './Import.module.css';

type ChooseFileProps = { about: Label; problem: Label | undefined; onTake: (file: File) => void };

/** The first step: the file is chosen or dropped. */
export function ChooseFile({ about, problem, onTake }: ChooseFileProps) {
  const [isOver, setOver] = useState(false);
  const over = (event: DragEvent, isInside: boolean) => {
    event.preventDefault();
    setOver(isInside);
  };
  const drop = (event: DragEvent) => {
    over(event, false);
    const [file] = event.dataTransfer.files;
    if (file) onTake(file);
  };
  return (
    <>
      <Text size="sm" c="dimmed">
        {about}{' '}
        {t('The first row of the file must contain the headings. An export can be imported unchanged.')}
      </Text>
      {problem && (
        <Alert color="red" variant="light" icon={<Icon name="alert" />} role="alert">
          {problem}
        </Alert>
      )}
      <div
        className={classes['drop']}
        data-over={isOver || undefined}
        onDragOver={(event) => over(event, true)}
        onDragLeave={(event) => over(event, false)}
        onDrop={drop}
      >
        <FileChooser
          onChange={(file) => file && onTake(file)}
          accept={acceptAttribute(IMPORT_FILES)}
          inputProps={{ 'aria-label': t('CSV file') }}
        >
          {(props) => (
            <Button {...props} leftSection={<Icon name="upload" size={16} />} data-autofocus>
              {t('Choose a CSV file')}
            </Button>
          )}
        </FileChooser>
        <Text size="sm" c="dimmed">
          {t('or drop it here')}
        </Text>
      </div>
    </>
  );
}
