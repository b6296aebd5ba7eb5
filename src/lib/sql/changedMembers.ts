import { isDeepStrictEqual } from 'node:util';

/** The members that are sent and differ from what is stored. */
export function changedMembers<C extends object>(before: object, changes: C): Partial<C> {
  const stored = new Map<string, unknown>(Object.entries(before));
  const changed = Object.entries(changes).filter(
    ([member, value]) => value !== undefined && !isDeepStrictEqual(value, stored.get(member)),
  );
  return Object.fromEntries(changed) as Partial<C>;
}

export function isEmpty(changes: object): boolean {
  return Object.keys(changes).length === 0;
}
