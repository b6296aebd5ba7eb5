import { useState } from 'react';
import { ConfirmDialog } from '../../components/ConfirmDialog.tsx';
import { useCancelInvitation, type Person } from './api.ts';
import { EraseUser } from './EraseUser.tsx';
import { KeepKeysAndApps } from './KeepKeysAndApps.tsx';
import { useUserEdit } from './useUserEdit.tsx';
import type { UserActionToConfirm } from './UserActions.tsx';
import { t, type Label } from '../../language/t.ts';

type ConfirmUserActionProps = { action: UserActionToConfirm; user: Person; onClose: () => void };

export function ConfirmUserAction({ action, ...props }: ConfirmUserActionProps) {
  return action === 'erase' ? <EraseUser {...props} /> : <ConfirmChange action={action} {...props} />;
}

type Change = Exclude<UserActionToConfirm, 'erase'>;

function ConfirmChange({ action, user, onClose }: ConfirmUserActionProps & { action: Change }) {
  const { title, text, verb, says, isHarmless } = WORDS[action](user.full_name);
  const [keep_access, keep] = useState(false);
  const cancel = useCancelInvitation(onClose);
  const { change, conflictDialog } = useUserEdit({ user, successText: says, onClose });
  const act = () => {
    if (action === 'cancel') cancel.mutate(user);
    else change.mutate({ ...CHANGES[action], ...(action !== 'promote' && { keep_access }) });
  };
  if (conflictDialog) return conflictDialog;
  return (
    <ConfirmDialog
      title={title}
      text={text}
      verb={verb}
      isHarmless={isHarmless ?? false}
      isBusy={cancel.isPending || change.isPending}
      onConfirm={act}
      onClose={onClose}
    >
      {ENDS_ACCESS.includes(action) && <KeepKeysAndApps user={user} isKept={keep_access} onKeep={keep} />}
    </ConfirmDialog>
  );
}

const CHANGES = {
  deactivate: { status: 'inactive' },
  demote: { access: 'member' },
  promote: { access: 'admin' },
} as const;

const ENDS_ACCESS: readonly Change[] = ['demote', 'deactivate'];

type Words = { title: Label; text: Label; verb: Label; says?: Label; isHarmless?: boolean };

const WORDS: Record<Change, (name: string) => Words> = {
  cancel: (name) => ({
    title: t('Cancel the invitation of {name}?', { name }),
    text: t(
      'The link in the email stops working immediately. The person stays listed as inactive and can be invited again.',
    ),
    verb: t('Cancel the invitation'),
  }),
  promote: (name) => ({
    title: t('Make {name} an admin?', { name }),
    text: t('Admins manage people, seats, keys, webhooks and apps, and see all reports of the account.'),
    verb: t('Make an admin'),
    says: t('{name} is an admin now', { name }),
    isHarmless: true,
  }),
  demote: (name) => ({
    title: t('Make {name} a member?', { name }),
    text: t(
      'Members can use tasks, sessions and the catalogue. This person loses the admin permissions immediately.',
    ),
    verb: t('Make a member'),
    says: t('{name} is a member now', { name }),
  }),
  deactivate: (name) => ({
    title: t('Deactivate {name}?', { name }),
    text: t(
      'The person is signed out everywhere. The glasses on their seat are blocked until you assign the seat to someone else. Sessions and tasks stay. You can reactivate the person.',
    ),
    verb: t('Deactivate'),
    says: t('{name} was deactivated', { name }),
  }),
};
