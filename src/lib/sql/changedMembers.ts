import { isDeepStrictEqual } from 'node:util';

/** Returns the members of `changes` that are not undefined and differ from `before`. */
export function changedMembers<C extends object>(before: object, changes: C): Partial<C> {
  const stored = new Map<string, unknown>(Object.entries(before));
  const changed = Object.entries(changes).filter(
    ([member, value]) => value !== undefined && !isDeepStrictEqual(value, stored.get(member)),
  );
  return Object.fromEntries(changed) as Partial<C>;
}

export function hasNoMembers(changes: object): boolean {
  return Object.keys(changes).length === 0;
}
