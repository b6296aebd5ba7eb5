import { Button, FileButton, Group, Input, Text, TextInput } from '@mantine/core';
import { Refusal } from '../../api/client.ts';
import { FormDialog } from '../../components/FormDialog.tsx';
import { Icon } from '../../components/Icon.tsx';
import { plural } from '../../components/plural.ts';
import { useServerForm } from '../../components/useServerForm.ts';
import { ENDINGS } from './UploadButton.tsx';
import type { Uploads } from './useUploads.ts';

type NewCollectionProps = { uploads: Uploads; onClose: () => void };

/** A collection begins with its first documents. */
export function NewCollection({ uploads, onClose }: NewCollectionProps) {
  const initial: { name: string; files: File[] } = { name: '', files: [] };
  const form = useServerForm(initial, async ({ name, files }) => {
    if (name.trim() === '') throw wrong('name: say what it holds');
    if (files.length === 0) throw wrong('files: choose what it begins with');
    uploads.send(files, { collection: name.trim() });
    onClose();
  });
  const { files } = form.values;
  return (
    <FormDialog title="New collection" verb="Upload" isOpen onClose={onClose} form={form}>
      <TextInput
        label="Name"
        required
        data-autofocus
        maxLength={200}
        placeholder="Safety rules"
        {...form.getInputProps('name')}
      />
      <Input.Wrapper
        label="Documents"
        description={`${ENDINGS}, up to 25 MB each.`}
        required
        labelElement="div"
        error={form.errors['files']}
      >
        <Group gap="sm" mt={8}>
          <FileButton
            multiple
            onChange={(chosen) => form.setFieldValue('files', chosen)}
            inputProps={{ 'aria-label': 'Documents of the collection' }}
          >
            {(props) => (
              <Button {...props} variant="default" leftSection={<Icon name="upload" size={16} />}>
                Choose documents
              </Button>
            )}
          </FileButton>
          <Text size="sm" c="dimmed">
            {files.length === 0 ? 'None yet' : plural(files.length, 'document')}
          </Text>
        </Group>
      </Input.Wrapper>
    </FormDialog>
  );
}

/** Checks files as the server would. */
function wrong(message: string): Refusal {
  return new Refusal(400, 'BAD_REQUEST', message);
}
