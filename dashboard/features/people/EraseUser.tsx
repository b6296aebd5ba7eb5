import { Text } from '@mantine/core';
import { identityProof, NO_PROOF } from '../../api/secondFactor.ts';
import { FormDialog } from '../../components/FormDialog.tsx';
import { IdentityField } from '../../components/IdentityField.tsx';
import { useServerForm } from '../../hooks/useServerForm.ts';
import { useEraseUser, type Person } from './api.ts';
import { t } from '../../language/t.ts';

type EraseUserProps = { user: Person; onClose: () => void };

/** Erases a user. The erasure cannot be undone, so admins prove their identity first. */
export function EraseUser({ user: { id, full_name }, onClose }: EraseUserProps) {
  const { mutateAsync } = useEraseUser(onClose);
  const form = useServerForm(NO_PROOF, (values) => mutateAsync({ id, ...identityProof(values) }));
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
      <IdentityField form={form} />
    </FormDialog>
  );
}
