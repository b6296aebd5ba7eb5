import { Text, TextInput } from '@mantine/core';
import { identityProof, NO_PROOF } from '../../../api/secondFactor.ts';
import { FormDialog } from '../../../components/FormDialog.tsx';
import { IdentityField } from '../../../components/IdentityField.tsx';
import { useServerForm } from '../../../hooks/useServerForm.ts';
import { useRequestAccountDeletion } from './api.ts';
import { t } from '../../../language/t.ts';

type DeleteAccountDialogProps = { name: string; account_id?: string; onClose: () => void };

export function DeleteAccountDialog({ name, account_id, onClose }: DeleteAccountDialogProps) {
  const { mutateAsync } = useRequestAccountDeletion(account_id, onClose);
  const form = useServerForm({ name: '', ...NO_PROOF }, ({ name: typed, ...proof }) =>
    mutateAsync({ name: typed, ...identityProof(proof) }),
  );
  return (
    <FormDialog
      title={t('Delete {name}?', { name })}
      verb={t('Delete account')}
      onClose={onClose}
      form={form}
      isDestructive
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
      <IdentityField form={form} />
    </FormDialog>
  );
}
