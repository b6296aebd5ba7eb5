import { Button, FileButton, Group, Input } from '@mantine/core';
import type { ReactNode } from 'react';
import { readDataUrl } from '../../../api/files.ts';
import { Icon } from '../../../components/Icon.tsx';
import classes from './Editor.module.css';

/** A file as a data URL, which is how it is shown and how it is sent. */
export type Picture = { url: string; type: string };

type PictureInputProps = {
  picture: string | undefined;
  onPicture: (picture: Picture) => void;
  error: ReactNode;
};

export function PictureInput({ picture, onPicture, error }: PictureInputProps) {
  const choose = (file: File | null) => {
    if (file) void readDataUrl(file).then((url) => onPicture({ url, type: file.type }));
  };
  return (
    <Input.Wrapper
      label="Template"
      description="The paper form, as PNG, JPEG, WebP or PDF of at most 10 MB."
      required
      error={error}
      labelElement="div"
    >
      <Group gap="sm" mt={8}>
        <span className={classes['thumb']}>
          {picture && !picture.startsWith('data:application/pdf') ? (
            <img src={picture} alt="" />
          ) : (
            <Icon name={picture ? 'check' : 'forms'} size={22} />
          )}
        </span>
        <FileButton
          onChange={choose}
          accept="image/png,image/jpeg,image/webp,application/pdf"
          inputProps={{ 'aria-label': 'Template file' }}
        >
          {(props) => (
            <Button {...props} variant="default" leftSection={<Icon name="upload" size={16} />}>
              {picture ? 'Choose another' : 'Choose a file'}
            </Button>
          )}
        </FileButton>
      </Group>
    </Input.Wrapper>
  );
}
