import { Button, FileButton } from '@mantine/core';
import { acceptOf, DOCUMENTS } from '../../components/fileRules.ts';
import { Icon } from '../../components/Icon.tsx';

export function UploadButton({ onFiles }: { onFiles: (files: readonly File[]) => void }) {
  return (
    <FileButton
      onChange={onFiles}
      multiple
      accept={acceptOf(DOCUMENTS)}
      inputProps={{ 'aria-label': 'Documents to upload' }}
    >
      {(props) => (
        <Button {...props} leftSection={<Icon name="upload" size={16} />}>
          Upload
        </Button>
      )}
    </FileButton>
  );
}
