import { ActionIcon, Menu } from '@mantine/core';
import { useMe } from '../../api/me.ts';
import { Icon } from '../../components/Icon.tsx';
import type { InvitationToCopy } from '../../components/InvitationLink.tsx';
import { useInviteMemberAgain, useSetMemberStatus, type StaffMember } from './api.ts';
import { t } from '../../language/t.ts';

type MemberActionsProps = {
  member: StaffMember;
  onLink: (given: InvitationToCopy) => void;
  onDeactivate: (member: StaffMember) => void;
};

export function MemberActions({ member, onLink, onDeactivate }: MemberActionsProps) {
  const { sends_mail } = useMe();
  const again = useInviteMemberAgain(({ email, link }) => {
    if (link !== null) onLink({ email, link });
  });
  const back = useSetMemberStatus(t('{full_name} was reactivated', { full_name: member.full_name }));
  const { id, standing } = member;
  return (
    <Menu position="bottom-end" shadow="md" width={210}>
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t('Actions for {name}', { name: member.full_name })}
        >
          <Icon name="dots" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {standing === 'invited' && (
          <Menu.Item leftSection={<Icon name="mail" size={16} />} onClick={() => again.mutate(member)}>
            {sends_mail ? t('Send a new link') : t('Copy a new link')}
          </Menu.Item>
        )}
        {standing === 'inactive' ? (
          <Menu.Item
            leftSection={<Icon name="rotate" size={16} />}
            onClick={() => back.mutate({ id, status: 'active' })}
          >
            {t('Reactivate')}
          </Menu.Item>
        ) : (
          <Menu.Item
            color="red"
            leftSection={<Icon name="ban" size={16} />}
            onClick={() => onDeactivate(member)}
          >
            {t('Deactivate')}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
