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
      verb={t('Delete account')}
      isOpen
      onClose={onClose}
      form={form}
    >
      <Text size="sm" c="dimmed">
        {t(
          'All people, tasks, sessions, forms, documents, files, keys and apps of the account are permanently deleted in 30 days. Until then everything keeps working, and an admin or the staff can cancel the deletion.',
        )}
      </Text>
      <TextInput
        description={t('Type {name} to confirm.', { name })}
        autoComplete="off"
        data-autofocus
        {...form.field('name')}
        label={t('Account name to confirm')}
      />
    </FormDialog>
  );
}
