import { Button, Group, Input } from '@mantine/core';
import type { ReactNode } from 'react';
import { readAsDataUrl } from '../../../api/files.ts';
import { FIELD_LABELS } from '../../../api/labels.ts';
import { acceptAttribute, findFileError, FORM_TEMPLATE_FILES } from '../../../format/fileRules.ts';
import { Icon } from '../../../components/Icon.tsx';
import classes from './Editor.module.css';
import { t } from '../../../language/t.ts';
import { FileChooser } from '../../../components/FileChooser.tsx';

/** A chosen file, and its data URL for both the preview and the request. */
export type PictureFile = { file: File; url: string };

type PictureInputProps = {
  picture: string | undefined;
  isPdf: boolean;
  onPicture: (picture: PictureFile) => void;
  onFault: (fault: string) => void;
  error: ReactNode;
};

export function PictureInput({ picture, isPdf, onPicture, onFault, error }: PictureInputProps) {
  const choose = (file: File | null) => {
    if (!file) return;
    const fault = findFileError(file, FORM_TEMPLATE_FILES);
    if (fault) onFault(fault);
    else void readAsDataUrl(file).then((url) => onPicture({ file, url }));
  };
  return (
    <Input.Wrapper
      label={FIELD_LABELS.template_image_base64}
      description={t(
        'The paper form, as {kinds} of at most {most_mb} MB. Without a file, the template is generated from the fields.',
        {
          kinds: FORM_TEMPLATE_FILES.kinds,
          most_mb: FORM_TEMPLATE_FILES.most_mb,
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
          accept={acceptAttribute(FORM_TEMPLATE_FILES)}
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
