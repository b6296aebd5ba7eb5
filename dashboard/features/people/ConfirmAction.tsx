import { useState } from 'react';
import { ConfirmDialog } from '../../components/ConfirmDialog.tsx';
import { useCancelInvitation, useChangeUser, useEraseUser, type Person } from './api.ts';
import { KeysAndApps } from './KeysAndApps.tsx';
import type { ConfirmedAction } from './UserActions.tsx';
import { t } from '../../language/t.ts';

type ConfirmActionProps = { action: ConfirmedAction; user: Person; onClose: () => void };

export function ConfirmAction({ action, user, onClose }: ConfirmActionProps) {
  const { title, text, verb, says, isHarmless } = WORDS[action](user.full_name);
  const [keep_access, keep] = useState(false);
  const cancel = useCancelInvitation(onClose);
  const erase = useEraseUser(onClose);
  const change = useChangeUser(says, onClose);
  const act = () => {
    if (action === 'cancel') cancel.mutate(user);
    else if (action === 'erase') erase.mutate(user);
    else if (action === 'deactivate') change.mutate({ id: user.id, status: 'inactive', keep_access });
    else if (action === 'demote') change.mutate({ id: user.id, access: 'member', keep_access });
    else change.mutate({ id: user.id, access: 'admin' });
  };
  return (
    <ConfirmDialog
      title={title}
      text={text}
      verb={verb}
      isHarmless={isHarmless ?? false}
      isOpen
      isBusy={cancel.isPending || erase.isPending || change.isPending}
      onConfirm={act}
      onClose={onClose}
    >
      {ENDS_ACCESS.includes(action) && <KeysAndApps user={user} isKept={keep_access} onKeep={keep} />}
    </ConfirmDialog>
  );
}

const ENDS_ACCESS: readonly ConfirmedAction[] = ['demote', 'deactivate'];

type Words = { title: string; text: string; verb: string; says: string; isHarmless?: boolean };

const WORDS: Record<ConfirmedAction, (name: string) => Words> = {
  cancel: (name) => ({
    title: t('Cancel the invitation of {name}?', { name }),
    text: t(
      'The link in the mail stops working at once. The person stays on record as inactive and may be invited again.',
    ),
    verb: t('Cancel the invitation'),
    says: '',
  }),
  promote: (name) => ({
    title: t('Make {name} an admin?', { name }),
    text: t('Admins manage people, seats, keys, webhooks and apps, and see every report of the account.'),
    verb: t('Make an admin'),
    says: t('{name} is an admin now', { name }),
    isHarmless: true,
  }),
  demote: (name) => ({
    title: t('Make {name} a member?', { name }),
    text: t(
      'They keep tasks, sessions and the catalogue, and lose everything that only admins may do, from their next click on.',
    ),
    verb: t('Make a member'),
    says: t('{name} is a member now', { name }),
  }),
  deactivate: (name) => ({
    title: t('Deactivate {name}?', { name }),
    text: t(
      'They are signed out everywhere, and glasses on their seat are refused until the seat is given to somebody else. Their sessions and tasks stay. They can be reactivated.',
    ),
    verb: t('Deactivate'),
    says: t('{name} was deactivated', { name }),
  }),
  erase: (name) => ({
    title: t('Erase {name}?', { name }),
    text: t(
      'Their name and address are taken off all records, which then speak of an erased person; tasks, sessions and counts stay. Webhooks and logs that told the name before are removed by their age, and backups keep it. This cannot be undone.',
    ),
    verb: t('Erase for good'),
    says: '',
  }),
};
