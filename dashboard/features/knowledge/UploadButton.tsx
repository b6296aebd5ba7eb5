import { Button } from '@mantine/core';
import { acceptAttribute, DOCUMENT_FILES } from '../../format/fileRules.ts';
import { Icon } from '../../components/Icon.tsx';
import { t } from '../../language/t.ts';
import { FileChooser } from '../../components/FileChooser.tsx';

export function UploadButton({ onFiles }: { onFiles: (files: readonly File[]) => void }) {
  return (
    <FileChooser
      onChange={onFiles}
      multiple
      accept={acceptAttribute(DOCUMENT_FILES)}
      inputProps={{ 'aria-label': t('Documents to upload') }}
    >
      {(props) => (
        <Button {...props} leftSection={<Icon name="upload" size={16} />}>
          {t('Upload')}
        </Button>
      )}
    </FileChooser>
  );
}
