import { useState } from 'react';
import { ConfirmDialog } from '../../components/ConfirmDialog.tsx';
import { useCancelInvitation, useChangePerson, type Person } from './api.ts';
import { LetIn } from './LetIn.tsx';
import type { AskedDeed } from './PersonDeeds.tsx';

type ConfirmDeedProps = { deed: AskedDeed; person: Person; onClose: () => void };

export function ConfirmDeed({ deed, person, onClose }: ConfirmDeedProps) {
  const { title, text, verb, says, is_harmless } = WORDS[deed](person.full_name);
  const [keep_access, keep] = useState(false);
  const cancel = useCancelInvitation(onClose);
  const change = useChangePerson(says, onClose);
  const act = () => {
    if (deed === 'cancel') cancel.mutate(person);
    else if (deed === 'deactivate') change.mutate({ id: person.id, status: 'inactive', keep_access });
    else if (deed === 'demote') change.mutate({ id: person.id, access: 'member', keep_access });
    else change.mutate({ id: person.id, access: 'admin' });
  };
  return (
    <ConfirmDialog
      title={title}
      text={text}
      verb={verb}
      is_harmless={is_harmless ?? false}
      isOpen
      isBusy={cancel.isPending || change.isPending}
      onConfirm={act}
      onClose={onClose}
    >
      {ENDS_ACCESS.includes(deed) && <LetIn person={person} isKept={keep_access} onKeep={keep} />}
    </ConfirmDialog>
  );
}

const ENDS_ACCESS: readonly AskedDeed[] = ['demote', 'deactivate'];

type Words = { title: string; text: string; verb: string; says: string; is_harmless?: boolean };

const WORDS: Record<AskedDeed, (name: string) => Words> = {
  cancel: (name) => ({
    title: `Cancel the invitation of ${name}?`,
    text: 'The link in the mail stops working at once. The person stays on record as inactive and may be invited again.',
    verb: 'Cancel the invitation',
    says: '',
  }),
  promote: (name) => ({
    title: `Make ${name} an admin?`,
    text: 'Admins manage people, seats, keys, webhooks and apps, and see every report of the account.',
    verb: 'Make an admin',
    says: `${name} is an admin now`,
    is_harmless: true,
  }),
  demote: (name) => ({
    title: `Make ${name} a member?`,
    text: 'They keep tasks, sessions and the catalogue, and lose everything that only admins may do, from their next click on.',
    verb: 'Make a member',
    says: `${name} is a member now`,
  }),
  deactivate: (name) => ({
    title: `Deactivate ${name}?`,
    text: 'They are signed out everywhere, and glasses on their seat are refused until the seat is given to somebody else. Their sessions and tasks stay. They can be reactivated.',
    verb: 'Deactivate',
    says: `${name} was deactivated`,
  }),
};
