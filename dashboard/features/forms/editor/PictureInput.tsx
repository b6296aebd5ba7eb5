import { Button, Group, Input } from '@mantine/core';
import type { ReactNode } from 'react';
import { readDataUrl } from '../../../api/files.ts';
import { LABELS } from '../../../api/labels.ts';
import { acceptAttribute, findFileError, TEMPLATE_FILES } from '../../../format/fileRules.ts';
import { Icon } from '../../../components/Icon.tsx';
import classes from './Editor.module.css';
import { t } from '../../../language/t.ts';
import { FileChooser } from '../../../components/FileChooser.tsx';

/** A file as a data URL, which is how it is shown and how it is sent. */
export type Picture = { url: string; type: string };

type PictureInputProps = {
  picture: string | undefined;
  isPdf: boolean;
  onPicture: (picture: Picture) => void;
  onFault: (fault: string) => void;
  error: ReactNode;
};

export function PictureInput({ picture, isPdf, onPicture, onFault, error }: PictureInputProps) {
  const choose = (file: File | null) => {
    if (!file) return;
    const fault = findFileError(file, TEMPLATE_FILES);
    if (fault) onFault(fault);
    else void readDataUrl(file).then((url) => onPicture({ url, type: file.type }));
  };
  return (
    <Input.Wrapper
      label={LABELS.template_image_base64}
      description={t(
        'The paper form, as {kinds} of at most {most_mb} MB. Without a file, the template is generated from the fields.',
        {
          kinds: TEMPLATE_FILES.kinds,
          most_mb: TEMPLATE_FILES.most_mb,
        },
      )}
      error={error}
      labelElement="div"
    >
      <Group gap="sm" mt={8}>
        <span className={classes['thumb']}>
          {picture && !isPdf ? (
            <img src={picture} alt="" />
          ) : (
            <Icon name={picture ? 'check' : 'forms'} size={22} />
          )}
        </span>
        <FileChooser
          onChange={choose}
          accept={acceptAttribute(TEMPLATE_FILES)}
          inputProps={{ 'aria-label': t('Template file') }}
        >
          {(props) => (
            <Button {...props} variant="default" leftSection={<Icon name="upload" size={16} />}>
              {picture ? t('Choose another file') : t('Choose a file')}
            </Button>
          )}
        </FileChooser>
      </Group>
    </Input.Wrapper>
  );
}
