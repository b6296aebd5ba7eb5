import { useMe } from '../../api/me.ts';
import { ActionsMenu } from '../../components/ActionsMenu.tsx';
import type { InvitationToCopy } from '../../components/InvitationLinkDialog.tsx';
import { useSendStaffInvitationAgain, useSetStaffStatus, type StaffMember } from './api.ts';
import { t } from '../../language/t.ts';

type MemberActionsProps = {
  member: StaffMember;
  onInvitationLink: (invitation: InvitationToCopy) => void;
  onDeactivate: (member: StaffMember) => void;
};

export function StaffMemberActions({ member, onInvitationLink, onDeactivate }: MemberActionsProps) {
  const { sends_mail } = useMe();
  const again = useSendStaffInvitationAgain(({ email, link }) => {
    if (link !== null) onInvitationLink({ email, link });
  });
  const back = useSetStaffStatus(t('{full_name} was reactivated', { full_name: member.full_name }));
  const { id, standing } = member;
  const label = sends_mail ? t('Send a new link') : t('Copy a new link');
  return (
    <ActionsMenu
      of={member.full_name}
      actions={[
        standing === 'invited' && { label, icon: 'mail', onClick: () => again.mutate(member) },
        standing === 'inactive'
          ? { label: t('Reactivate'), icon: 'rotate', onClick: () => back.mutate({ id, status: 'active' }) }
          : { label: t('Deactivate'), icon: 'ban', isDestructive: true, onClick: () => onDeactivate(member) },
      ]}
    />
  );
}
