import { ActionIcon, Menu } from '@mantine/core';
import { useMe } from '../../api/me.ts';
import { Icon, type IconName } from '../../components/Icon.tsx';
import type { InvitationToCopy } from '../../components/InvitationLink.tsx';
import { useChangeUser, useInviteAgain, type Person } from './api.ts';
import { t } from '../../language/t.ts';

/** Actions that ask for confirmation. */
export type ConfirmedAction = 'cancel' | 'promote' | 'demote' | 'deactivate' | 'erase';

type UserActionsProps = {
  user: Person;
  onAsk: (action: ConfirmedAction) => void;
  onLink: (given: InvitationToCopy) => void;
};

export function UserActions({ user, onAsk, onLink }: UserActionsProps) {
  const { sends_mail } = useMe();
  const again = useInviteAgain(({ email, link }) => {
    if (link !== null) onLink({ email, link });
  });
  const back = useChangeUser(t('{full_name} was reactivated', { full_name: user.full_name }));
  const renderItem = (icon: IconName, text: string, action: ConfirmedAction, isRisky = false) => (
    <Item key={action} icon={icon} text={text} isRisky={isRisky} onClick={() => onAsk(action)} />
  );
  return (
    <Menu position="bottom-end" shadow="md" width={230}>
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t('Actions for {name}', { name: user.full_name })}
        >
          <Icon name="dots" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {user.standing === 'invited' && (
          <Item icon="mail" text={wordOf(user, sends_mail)} onClick={() => again.mutate(user)} />
        )}
        {user.standing === 'inactive' ? (
          <>
            <Item
              icon="rotate"
              text={t('Reactivate')}
              onClick={() => back.mutate({ id: user.id, status: 'active' })}
            />
            {renderItem('trash', t('Erase name and email address'), 'erase', true)}
          </>
        ) : user.access === 'admin' ? (
          renderItem('user', t('Make a member'), 'demote')
        ) : (
          renderItem('shield', t('Make an admin'), 'promote')
        )}
        {user.standing === 'invited' && renderItem('close', t('Cancel the invitation'), 'cancel', true)}
        {user.standing === 'active' && renderItem('ban', t('Deactivate'), 'deactivate', true)}
      </Menu.Dropdown>
    </Menu>
  );
}

type ItemProps = { icon: IconName; text: string; isRisky?: boolean; onClick: () => void };

function Item({ icon, text, isRisky, onClick }: ItemProps) {
  return (
    <Menu.Item
      {...(isRisky && { color: 'red' })}
      leftSection={<Icon name={icon} size={16} />}
      onClick={onClick}
    >
      {text}
    </Menu.Item>
  );
}

function wordOf({ invitation }: Person, sends_mail: boolean): string {
  if (!sends_mail) return t('Copy a new link');
  return invitation ? t('Send a new link') : t('Send an invitation');
}
