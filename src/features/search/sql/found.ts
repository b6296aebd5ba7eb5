import type { Fragment, Queryable } from '../../../lib/sql/sql.ts';
import type { SearchResult } from '../contract.ts';

/** Runs the parts as one statement; each part selects the columns of a record. */
// across accounts: each part names its account
export function findInParts(db: Queryable, parts: readonly Fragment[]): Promise<SearchResult[]> {
  const all = parts.reduce((before, one) => db`${before} union all ${one}`);
  return db<SearchResult[]>`
    select found.kind, found.id, found.title, found.detail, found.parent_id
    from (${all}) as found`;
}
