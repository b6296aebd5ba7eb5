import { notifications } from '@mantine/notifications';
import { useEffect, useRef, useState } from 'react';
import { readDraft, removeDraft, storeDraft } from '../api/drafts.ts';
import { useMe } from '../api/me.ts';
import { SECRET_MEMBERS } from '../api/secretMembers.ts';
import { t } from '../language/t.ts';

/** The facts about a restored draft that the form shows. */
export type RestoredDraft = {
  saved_at: number;
  is_partial: boolean;
  /** The members of the draft whose stored values have changed since the draft was written. */
  outdated: readonly string[];
};

type DraftStore<V> = {
  /** The initial values with the stored draft applied. */
  start: V;
  restored: RestoredDraft | undefined;
  /** Stores the input, or deletes the draft if the input equals the initial values. */
  keep: (values: V) => void;
  drop: () => void;
  /** True if leaving the form would lose input: a chosen file, or input that the browser could not store. */
  isAtRisk: () => boolean;
  isSending: (isSending: boolean) => void;
};

/**
 * Keeps the input of a form as a draft in this browser while the user types. Without a name the form has no draft,
 * as forms with only passwords and confirmations.
 */
export function useDraft<V extends Record<string, unknown>>(
  name: string | undefined,
  initial: V,
): DraftStore<V> {
  const { user_id } = useMe().user;
  const [opened] = useState(() => openDraft(user_id, name, initial));
  const [restored, setRestored] = useState(opened.restored);
  const state = useRef({ isChanged: false, isAtRisk: false, isSending: false, isMounted: false });
  useEffect(() => {
    const current = state.current;
    current.isMounted = true;
    return () => {
      current.isMounted = false;
      // A successful request closes its form while the request still counts as running. If the request fails after the
      // form was closed, `keep` stores the input again.
      if (current.isSending && name !== undefined) removeDraft(user_id, name);
      else if (current.isChanged && !current.isAtRisk) sayKept();
    };
  }, [user_id, name]);
  const keep = (values: V) => {
    if (name === undefined) return;
    const draft = draftOf(opened.initial, values);
    const isStored = draft === undefined || storeDraft(user_id, name, draft);
    if (!draft) removeDraft(user_id, name);
    state.current.isChanged = draft !== undefined;
    state.current.isAtRisk = !isStored || Object.values(values).some(holdsFile);
    if (draft && isStored && !state.current.isMounted) sayKept();
  };
  const drop = () => {
    if (name === undefined) return;
    removeDraft(user_id, name);
    Object.assign(state.current, { isChanged: false, isAtRisk: false });
    setRestored(undefined);
  };
  return {
    start: opened.start,
    restored,
    keep,
    drop,
    isAtRisk: () => state.current.isAtRisk && !state.current.isSending,
    isSending: (isSending) => (state.current.isSending = isSending),
  };
}

function sayKept(): void {
  notifications.show({ message: t('Your input is kept as a draft on this device.') });
}

function openDraft<V extends Record<string, unknown>>(user_id: string, name: string | undefined, initial: V) {
  const draft = name === undefined ? undefined : readDraft(user_id, name);
  if (!draft) return { initial, start: initial, restored: undefined };
  const known = Object.entries(draft.changes).filter(
    ([member, value]) => Object.hasOwn(initial, member) && isSameKind(initial[member], value),
  );
  const outdated = known.flatMap(([member]) =>
    isEqual(draft.before[member], initial[member]) ? [] : [member],
  );
  const { saved_at, is_partial } = draft;
  const isUseful = known.length > 0 || is_partial;
  return {
    initial,
    start: { ...initial, ...Object.fromEntries(known) },
    restored: isUseful ? { saved_at, is_partial, outdated } : undefined,
  };
}

/** Returns the draft for this input; undefined if nothing has changed. */
function draftOf(initial: Record<string, unknown>, values: Record<string, unknown>) {
  const changed = Object.keys(values).filter((member) => !isEqual(initial[member], values[member]));
  const stored = changed.filter((member) => !SECRET_MEMBERS.has(member) && !holdsFile(values[member]));
  if (changed.length === 0) return undefined;
  return {
    saved_at: Date.now(),
    changes: pick(values, stored),
    before: pick(initial, stored),
    is_partial: stored.length < changed.length,
  };
}

function pick(values: Record<string, unknown>, members: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(members.map((member) => [member, values[member]]));
}

/** True for a file, a list of files, and an object with a file. */
function holdsFile(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return value instanceof Blob || Object.values(value).some(holdsFile);
}

/** Compares files by identity, because serializing them on each key press would be slow. */
function isEqual(one: unknown, other: unknown): boolean {
  if (holdsFile(one) || holdsFile(other)) return one === other;
  return JSON.stringify(one) === JSON.stringify(other);
}

/**
 * True if both values have the same type. An upgrade may have changed the type of a member; such a member of an older
 * draft is ignored.
 */
function isSameKind(one: unknown, other: unknown): boolean {
  if (one === null || other === null)
    return typeof other === 'string' || typeof one === 'string' || one === other;
  return typeof one === typeof other && Array.isArray(one) === Array.isArray(other);
}
