import { TextInput } from '@mantine/core';
import { FormDialog } from '../../components/FormDialog.tsx';
import type { InvitationToCopy } from '../../components/InvitationLinkDialog.tsx';
import { useServerForm } from '../../hooks/useServerForm.ts';
import { useInvitationDeliveryText } from '../../components/NoMailServerAlert.tsx';
import type { OperationBody } from '../../api/operations.ts';
import { useCreateAccount } from './api.ts';
import { t } from '../../language/t.ts';

type NewAccountProps = { onClose: () => void; onLink: (invitation: InvitationToCopy) => void };

export function NewAccount({ onClose, onLink }: NewAccountProps) {
  const { mutateAsync } = useCreateAccount(({ email, link }) => {
    onClose();
    if (link !== null) onLink({ email, link });
  });
  const form = useServerForm<OperationBody<'POST /staff/accounts'>>(
    { account_name: '', full_name: '', email: '' },
    (values) => mutateAsync({ ...values, email: values.email.trim() }),
    { draft: 'account' },
  );
  return (
    <FormDialog title={t('New account')} verb={t('Create account')} onClose={onClose} form={form}>
      <TextInput placeholder="Nord AG" required data-autofocus {...form.field('account_name')} />
      <TextInput
        description={t('The first admin of the account, who can invite everyone else.')}
        placeholder="Nora Nord"
        required
        {...form.field('full_name')}
      />
      <TextInput
        description={useInvitationDeliveryText()}
        placeholder="nora@example.com"
        type="email"
        required
        {...form.field('email')}
      />
    </FormDialog>
  );
}
