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
      'The link in the email stops working immediately. The person stays listed as inactive and can be invited again.',
    ),
    verb: t('Cancel the invitation'),
    says: '',
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
    text: t('Members use tasks, sessions and the catalogue. Admin permissions end immediately.'),
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
  erase: (name) => ({
    title: t('Erase {name}?', { name }),
    text: t(
      'The name and email address are removed from all records, which then show an erased person. Tasks, sessions and counts stay. Webhook and log entries with the name are deleted after their retention period. Existing backups keep the name. This cannot be undone.',
    ),
    verb: t('Erase permanently'),
    says: '',
  }),
};
