import { useMe } from '../../api/me.ts';
import { ActionsMenu, type ActionItem } from '../../components/ActionsMenu.tsx';
import type { InvitationToCopy } from '../../components/InvitationLinkDialog.tsx';
import { visibleAccess, useChangeUser, useSendInvitationAgain, type Person } from './api.ts';
import { t, type Label } from '../../language/t.ts';

/** Actions that ask for confirmation. */
export type UserActionToConfirm = 'cancel' | 'promote' | 'demote' | 'deactivate' | 'erase';

type UserActionsProps = {
  user: Person;
  onAsk: (action: UserActionToConfirm) => void;
  onLink: (invitation: InvitationToCopy) => void;
};

export function UserActions({ user, onAsk, onLink }: UserActionsProps) {
  const { sends_mail } = useMe();
  const again = useSendInvitationAgain(({ email, link }) => {
    if (link !== null) onLink({ email, link });
  });
  const back = useChangeUser(t('{full_name} was reactivated', { full_name: user.full_name }));
  const { standing } = user;
  const mail: ActionItem = {
    label: mailLabel(user, sends_mail),
    icon: 'mail',
    onClick: () => again.mutate(user),
  };
  const reactivate: ActionItem = {
    label: t('Reactivate'),
    icon: 'rotate',
    onClick: () => back.mutate({ id: user.id, status: 'active', expected: visibleAccess(user) }),
  };
  const confirmed = (action: UserActionToConfirm) => ({ ...CONFIRMED[action], onClick: () => onAsk(action) });
  return (
    <ActionsMenu
      of={user.full_name}
      actions={[
        standing === 'invited' && mail,
        standing === 'inactive' && reactivate,
        standing === 'inactive' && confirmed('erase'),
        standing !== 'inactive' && confirmed(user.access === 'admin' ? 'demote' : 'promote'),
        standing === 'invited' && confirmed('cancel'),
        standing === 'active' && confirmed('deactivate'),
      ]}
    />
  );
}

const CONFIRMED: Record<UserActionToConfirm, Omit<ActionItem, 'onClick'>> = {
  promote: { label: t('Make an admin'), icon: 'shield' },
  demote: { label: t('Make a member'), icon: 'user' },
  cancel: { label: t('Cancel the invitation'), icon: 'close', isDestructive: true },
  deactivate: { label: t('Deactivate'), icon: 'ban', isDestructive: true },
  erase: { label: t('Erase name and email address'), icon: 'trash', isDestructive: true },
};

function mailLabel({ invitation }: Person, sends_mail: boolean): Label {
  if (!sends_mail) return t('Copy a new link');
  return invitation ? t('Send a new link') : t('Send an invitation');
}
