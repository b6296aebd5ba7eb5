import { Text, TextInput } from '@mantine/core';
import { FormDialog } from '../../../components/FormDialog.tsx';
import { useServerForm } from '../../../hooks/useServerForm.ts';
import { useRequestDeletion } from './api.ts';
import { t } from '../../../language/t.ts';

type DeletionDialogProps = { name: string; account_id?: string; onClose: () => void };

export function DeletionDialog({ name, account_id, onClose }: DeletionDialogProps) {
  const { mutateAsync } = useRequestDeletion(account_id, onClose);
  const form = useServerForm({ name: '' }, (values) => mutateAsync(values));
  return (
    <FormDialog
      title={t('Delete {name}?', { name })}
      verb={t('Delete the account')}
      isOpen
      onClose={onClose}
      form={form}
    >
      <Text size="sm" c="dimmed">
        {t(
          'In 30 days all of its people, tasks, sessions, forms, documents, files, keys and apps are removed for good. Until then everything works, and an admin or the staff can call it off.',
        )}
      </Text>
      <TextInput
        description={t('Type {name}, so that it is the right one.', { name })}
        autoComplete="off"
        data-autofocus
        {...form.field('name')}
        label={t('Name of the account')}
      />
    </FormDialog>
  );
}
