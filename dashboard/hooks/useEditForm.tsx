/*
 * A form that edits a record. It sends only the members that the user changed and, as `expected`, the values that it
 * showed for them. If another edit has changed one of these members meanwhile, the server answers with a conflict. The
 * user then chooses a value for each of these members, and the form saves again.
 */
import { useState, type ReactNode } from 'react';
import type { EditConflict } from '../../src/service/reasons.ts';
import { ApiError } from '../api/client.ts';
import { ConflictDialog } from '../components/ConflictDialog.tsx';
import type { ConflictChoices } from '../components/ConflictModal.tsx';
import type { Label } from '../language/t.ts';
import { formatStoredValue } from '../format/formatStoredValue.ts';
import { useServerForm, type ServerForm } from './useServerForm.ts';

export type EditForm<V> = ServerForm<V> & {
  /** The dialog about a conflict; null without one. */
  conflictDialog: ReactNode;
};

type Edit<V, B> = {
  /** The name of the draft of the form. */
  draft: string;
  /** The members of the record that the form can change, as they were stored when the form was opened. */
  stored: B;
  toValues: (stored: B) => V;
  toBody: (values: V, stored: B) => B;
  /** Saves the changes. `body` has all members, for a form that also creates records. */
  save: (changes: Partial<B> & { expected: Record<string, unknown> }, body: B) => Promise<unknown>;
  /** Called if nothing is left to save, because the user keeps the values of the other edit. */
  onUnchanged: () => void;
  /** The text of a value in the dialog about a conflict. */
  textOf?: (member: string, value: unknown) => ReactNode;
  /** Labels of members that differ from the label of the field. */
  labels?: Readonly<Record<string, Label>>;
  /** The form fields of a member. The default is the field with the name of the member. */
  fields?: Readonly<Record<string, readonly string[]>>;
};

/** `shown` has the stored values that the user knows; `start` has these values in the form of a request. */
type Base<B> = { shown: B; start: B };

export function useEditForm<V extends Record<string, unknown>, B extends object>(
  edit: Edit<V, B>,
): EditForm<V> {
  const [initialValues] = useState(() => edit.toValues(edit.stored));
  const [base, setBase] = useState<Base<B>>(() => ({
    shown: edit.stored,
    start: edit.toBody(initialValues, edit.stored),
  }));
  const [conflict, setConflict] = useState<EditConflict>();

  const save = async (body: B, { shown, start }: Base<B>) => {
    const changes = changedMembers(body, start);
    try {
      await edit.save({ ...changes, expected: Object.fromEntries(entriesIn(shown, changes)) }, body);
      setConflict(undefined);
    } catch (error) {
      setConflict(error instanceof ApiError ? error.conflict : undefined);
      throw error;
    }
  };
  const form = useServerForm(initialValues, (values) => save(edit.toBody(values, base.shown), base), {
    draft: edit.draft,
  });

  const resolve = (found: EditConflict, choices: ConflictChoices) => {
    const current = new Map(found.members.map((one) => [one.member, one.current]));
    const kept = new Set([...current.keys()].filter((member) => choices[member] === 'theirs'));
    const theirs: object = Object.fromEntries(current);
    const keptValues: object = Object.fromEntries([...current].filter(([member]) => kept.has(member)));
    const next = { shown: { ...base.shown, ...theirs }, start: { ...base.start, ...theirs } };
    const body = { ...edit.toBody(form.values, base.shown), ...keptValues };
    setBase(next);
    form.setValues({ ...form.values, ...valuesOf(edit, next.shown, kept) });
    if (Object.keys(changedMembers(body, next.start)).length === 0) {
      form.draft.discard();
      edit.onUnchanged();
    } else void form.run(() => save(body, next));
  };

  const conflictDialog = conflict && (
    <ConflictDialog
      conflict={conflict}
      mine={edit.toBody(form.values, base.shown)}
      labels={edit.labels ?? {}}
      textOf={edit.textOf ?? ((_, value) => formatStoredValue(value))}
      isSending={form.isSending}
      onChoose={(choices) => resolve(conflict, choices)}
      onClose={() => setConflict(undefined)}
    />
  );
  return { ...form, conflictDialog };
}

/** Selects the form values of these members. */
function valuesOf<V extends object, B>(
  { toValues, fields = {} }: Edit<V, B>,
  stored: B,
  members: ReadonlySet<string>,
): Partial<V> {
  const names = new Set([...members].flatMap((member) => fields[member] ?? [member]));
  return pickMembers(toValues(stored), (name) => names.has(name));
}

function changedMembers<B extends object>(body: B, start: B): Partial<B> {
  const before = new Map(Object.entries(start));
  const changed = Object.entries(body).filter(([member, value]) => !isSame(value, before.get(member)));
  const names = new Set(changed.map(([member]) => member));
  return pickMembers(body, (member) => names.has(member));
}

function entriesIn(record: object, changes: object): [member: string, value: unknown][] {
  return Object.entries(record).filter(([member]) => member in changes);
}

function pickMembers<T extends object>(record: T, isPicked: (member: string) => boolean): Partial<T> {
  const picked: Partial<T> = {};
  for (const member in record) if (isPicked(member)) picked[member] = record[member];
  return picked;
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
