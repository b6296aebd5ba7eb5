import type { Fragment, Queryable } from '../../../lib/sql/sql.ts';
import type { Found } from '../contract.ts';

/** Runs the parts as one statement; each part selects the columns of a record. */
// across accounts: each part names its account
export function findInParts(db: Queryable, parts: readonly Fragment[]): Promise<Found[]> {
  const all = parts.reduce((before, one) => db`${before} union all ${one}`);
  return db<Found[]>`
    select found.kind, found.id, found.title, found.detail, found.parent_id
    from (${all}) as found`;
}
