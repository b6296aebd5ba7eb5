import { ActionIcon, Menu } from '@mantine/core';
import { useMe } from '../../api/me.ts';
import { Icon } from '../../components/Icon.tsx';
import type { LinkGiven } from '../../components/InvitationLink.tsx';
import { useChangeUser, useInviteAgain, type Person } from './api.ts';

/** Actions that ask for confirmation. */
export type ConfirmedAction = 'cancel' | 'promote' | 'demote' | 'deactivate';

type UserActionsProps = {
  user: Person;
  onAsk: (action: ConfirmedAction) => void;
  onLink: (given: LinkGiven) => void;
};

export function UserActions({ user, onAsk, onLink }: UserActionsProps) {
  const { sends_mail } = useMe();
  const again = useInviteAgain(({ email, link }) => {
    if (link !== null) onLink({ email, link });
  });
  const back = useChangeUser(`${user.full_name} is back`);
  const { standing, access, invitation } = user;
  return (
    <Menu position="bottom-end" shadow="md" width={210}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={`Actions for ${user.full_name}`}>
          <Icon name="dots" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {standing === 'invited' && (
          <Menu.Item leftSection={<Icon name="mail" size={16} />} onClick={() => again.mutate(user)}>
            {sends_mail ? (invitation ? 'Send a new link' : 'Send an invitation') : 'Copy a new link'}
          </Menu.Item>
        )}
        {standing !== 'inactive' && (
          <Menu.Item
            leftSection={<Icon name={access === 'admin' ? 'user' : 'shield'} size={16} />}
            onClick={() => onAsk(access === 'admin' ? 'demote' : 'promote')}
          >
            {access === 'admin' ? 'Make a member' : 'Make an admin'}
          </Menu.Item>
        )}
        {standing === 'inactive' && (
          <Menu.Item
            leftSection={<Icon name="rotate" size={16} />}
            onClick={() => back.mutate({ id: user.id, status: 'active' })}
          >
            Reactivate
          </Menu.Item>
        )}
        {standing === 'invited' && (
          <Menu.Item
            color="red"
            leftSection={<Icon name="close" size={16} />}
            onClick={() => onAsk('cancel')}
          >
            Cancel the invitation
          </Menu.Item>
        )}
        {standing === 'active' && (
          <Menu.Item
            color="red"
            leftSection={<Icon name="ban" size={16} />}
            onClick={() => onAsk('deactivate')}
          >
            Deactivate
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
