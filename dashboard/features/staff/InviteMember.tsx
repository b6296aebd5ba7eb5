import { TextInput } from '@mantine/core';
import { FormDialog } from '../../components/FormDialog.tsx';
import type { InvitationToCopy } from '../../components/InvitationLinkDialog.tsx';
import { useServerForm } from '../../hooks/useServerForm.ts';
import { useInvitationDeliveryText } from '../../components/NoMailServerAlert.tsx';
import { useInviteMember, type NewStaffMember } from './api.ts';
import { t } from '../../language/t.ts';

type InviteMemberProps = { onClose: () => void; onInvitationLink: (invitation: InvitationToCopy) => void };

export function InviteMember({ onClose, onInvitationLink }: InviteMemberProps) {
  const { mutateAsync } = useInviteMember(({ email, link }) => {
    onClose();
    if (link !== null) onInvitationLink({ email, link });
  });
  const form = useServerForm<NewStaffMember>(
    { full_name: '', email: '' },
    (values) => mutateAsync({ ...values, email: values.email.trim() }),
    { draft: 'staff member' },
  );
  return (
    <FormDialog title={t('Invite a staff member')} verb={t('Invite')} onClose={onClose} form={form}>
      <TextInput placeholder="Ines Vogel" required data-autofocus {...form.field('full_name')} />
      <TextInput
        description={useInvitationDeliveryText()}
        placeholder="ines@example.com"
        type="email"
        required
        {...form.field('email')}
      />
    </FormDialog>
  );
}
