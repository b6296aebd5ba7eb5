import { useState, type ReactElement } from 'react';
import type { EditConflict } from '../../../src/service/reasons.ts';
import type { OperationBody } from '../../api/operations.ts';
import { ConflictDialog } from '../../components/ConflictDialog.tsx';
import type { ConflictChoices } from '../../components/ConflictModal.tsx';
import { visibleAccess, useChangeUser, type Person } from './api.ts';
import { t, type Label } from '../../language/t.ts';

type Changes = Omit<OperationBody<'PATCH /people'>, 'expected'>;
type UserEdit = { user: Person; successText: Label | undefined; onClose: () => void };

/**
 * Changes the access or the status of a user. If another admin has changed one of them since the page showed the user,
 * the admin chooses again.
 */
export function useUserEdit({ user, successText: says, onClose }: UserEdit) {
  const [expected, setExpected] = useState(() => visibleAccess(user));
  const [wanted, setWanted] = useState<Changes>({});
  const [conflict, setConflict] = useState<EditConflict>();
  const { mutate: send, isPending } = useChangeUser(says, { onDone: onClose, onConflict: setConflict });
  const mutate = (changes: Changes) => {
    setWanted(changes);
    send({ id: user.id, ...changes, expected });
  };
  const mine = { ...expected, ...wanted };
  const resolve = ({ members }: EditConflict, choices: ConflictChoices) => {
    const theirs: object = Object.fromEntries(members.map(({ member, current }) => [member, current]));
    const current = { ...expected, ...theirs };
    const { access, status, ...rest } = wanted;
    const chosen = {
      ...((choices['access'] ? choices['access'] === 'mine' : access) && { access: mine.access }),
      ...((choices['status'] ? choices['status'] === 'mine' : status) && { status: mine.status }),
    };
    setExpected(current);
    setWanted({ ...rest, ...chosen });
    if (Object.keys(chosen).length === 0) onClose();
    else send({ id: user.id, ...rest, ...chosen, expected: current });
  };
  const conflictDialog: ReactElement | undefined = conflict && (
    <ConflictDialog
      conflict={conflict}
      mine={mine}
      labels={{}}
      textOf={(_, value) => TEXTS[String(value)]}
      isSending={isPending}
      onChoose={(choices) => resolve(conflict, choices)}
      onClose={onClose}
    />
  );
  return { change: { mutate, isPending }, conflictDialog };
}

const TEXTS: Readonly<Record<string, Label>> = {
  admin: t('Admin'),
  member: t('Member'),
  active: t('Active'),
  inactive: t('Inactive'),
};
