import { Button, Group, Input, Text, TextInput } from '@mantine/core';
import { invalidFieldError } from '../../api/client.ts';
import { FIELD_LABELS } from '../../api/labels.ts';
import { acceptAttribute, DOCUMENT_FILES } from '../../format/fileRules.ts';
import { FormDialog } from '../../components/FormDialog.tsx';
import { Icon } from '../../components/Icon.tsx';
import { useServerForm } from '../../hooks/useServerForm.ts';
import type { Uploads } from './useUploads.ts';
import { isAcceptedDocument, documentFileError } from './labels.ts';
import { t } from '../../language/t.ts';
import { FileChooser } from '../../components/FileChooser.tsx';

type NewCollectionProps = { uploads: Uploads; onClose: () => void };

/** A collection cannot be empty, so it is created with its first documents. */
export function NewCollection({ uploads, onClose }: NewCollectionProps) {
  const initial: { name: string; files: File[] } = { name: '', files: [] };
  const form = useServerForm(
    initial,
    async ({ name, files }) => {
      if (name.trim() === '') throw invalidFieldError('name', t('Enter a name'));
      if (files.length === 0) throw invalidFieldError('files', t('Choose at least one document'));
      uploads.send(files, { collection: name.trim() });
      onClose();
    },
    { draft: 'collection' },
  );
  const { files } = form.values;
  const choose = (chosen: File[]) => {
    form.setFieldValue('files', chosen.filter(isAcceptedDocument));
    const refused = chosen.filter((file) => !isAcceptedDocument(file));
    if (refused.length > 0) form.setFieldError('files', refused.map(documentFileError).join(' '));
  };
  return (
    <FormDialog title={t('New collection')} verb={t('Upload')} onClose={onClose} form={form}>
      <TextInput
        required
        data-autofocus
        maxLength={200}
        placeholder={t('Safety rules')}
        {...form.field('name')}
      />
      <Input.Wrapper
        label={FIELD_LABELS.files}
        description={t('{kinds}, up to {most_mb} MB each.', {
          kinds: DOCUMENT_FILES.kinds,
          most_mb: DOCUMENT_FILES.most_mb,
        })}
        required
        labelElement="div"
        error={form.errors['files']}
      >
        <Group gap="sm" mt={8}>
          <FileChooser
            multiple
            accept={acceptAttribute(DOCUMENT_FILES)}
            onChange={choose}
            inputProps={{ 'aria-label': t('Documents of the collection') }}
          >
            {(props) => (
              <Button {...props} variant="default" leftSection={<Icon name="upload" size={16} />}>
                {t('Choose documents')}
              </Button>
            )}
          </FileChooser>
          <Text size="sm" c="dimmed">
            {files.length === 0
              ? t('None selected')
              : t('{count, plural, one {# document} other {# documents}}', { count: files.length })}
          </Text>
        </Group>
      </Input.Wrapper>
    </FormDialog>
  );
}
