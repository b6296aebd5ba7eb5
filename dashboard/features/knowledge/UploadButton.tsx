import { Button, FileButton } from '@mantine/core';
import { Icon } from '../../components/Icon.tsx';

export const ENDINGS = 'PDF, Word, HTML, Markdown, CSV or plain text';

export function UploadButton({ onFiles }: { onFiles: (files: readonly File[]) => void }) {
  return (
    <FileButton onChange={onFiles} multiple inputProps={{ 'aria-label': 'Documents to upload' }}>
      {(props) => (
        <Button {...props} leftSection={<Icon name="upload" size={16} />}>
          Upload
        </Button>
      )}
    </FileButton>
  );
}
