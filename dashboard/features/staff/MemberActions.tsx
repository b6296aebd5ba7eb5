import { ActionIcon, Menu } from '@mantine/core';
import { useMe } from '../../api/me.ts';
import { Icon } from '../../components/Icon.tsx';
import type { LinkGiven } from '../../components/InvitationLink.tsx';
import { useInviteMemberAgain, useSetMemberStatus, type StaffMember } from './api.ts';

type MemberActionsProps = {
  member: StaffMember;
  onLink: (given: LinkGiven) => void;
  onDeactivate: (member: StaffMember) => void;
};

export function MemberActions({ member, onLink, onDeactivate }: MemberActionsProps) {
  const { sends_mail } = useMe();
  const again = useInviteMemberAgain(({ email, link }) => {
    if (link !== null) onLink({ email, link });
  });
  const back = useSetMemberStatus(`${member.full_name} is back`);
  const { id, standing } = member;
  return (
    <Menu position="bottom-end" shadow="md" width={210}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={`Actions for ${member.full_name}`}>
          <Icon name="dots" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {standing === 'invited' && (
          <Menu.Item leftSection={<Icon name="mail" size={16} />} onClick={() => again.mutate(member)}>
            {sends_mail ? 'Send a new link' : 'Copy a new link'}
          </Menu.Item>
        )}
        {standing === 'inactive' ? (
          <Menu.Item
            leftSection={<Icon name="rotate" size={16} />}
            onClick={() => back.mutate({ id, status: 'active' })}
          >
            Reactivate
          </Menu.Item>
        ) : (
          <Menu.Item
            color="red"
            leftSection={<Icon name="ban" size={16} />}
            onClick={() => onDeactivate(member)}
          >
            Deactivate
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
