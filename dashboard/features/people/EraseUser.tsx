import { Text } from '@mantine/core';
import { FormDialog } from '../../components/FormDialog.tsx';
import { PasswordField } from '../../components/PasswordField.tsx';
import { useServerForm } from '../../hooks/useServerForm.ts';
import { useEraseUser, type Person } from './api.ts';
import { t } from '../../language/t.ts';

type EraseUserProps = { user: Person; onClose: () => void };

/** Erases a user. The erasure cannot be undone, so admins confirm it with their own password. */
export function EraseUser({ user: { id, full_name }, onClose }: EraseUserProps) {
  const { mutateAsync } = useEraseUser(onClose);
  const form = useServerForm({ current_password: '' }, (values) => mutateAsync({ id, ...values }));
  return (
    <FormDialog
      title={t('Erase {name}?', { name: full_name })}
      verb={t('Erase permanently')}
      onClose={onClose}
      form={form}
      isDestructive
    >
      <Text size="sm" c="dimmed">
        {t(
          'The name and email address are removed from all records, which then show an erased person. Tasks, sessions and statistics stay. Webhook and log entries with the name are deleted after their retention period. Existing backups keep the name. This cannot be undone.',
        )}
      </Text>
      <PasswordField form={form} />
    </FormDialog>
  );
}
