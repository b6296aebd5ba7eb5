import type { Fragment, Queryable } from '../../../lib/sql/sql.ts';
import type { SearchHit } from '../contract.ts';

/**
 * Combines the parts with `union all` and runs them as one statement. Each part selects the columns of a
 * `SearchResult`.
 */
// across accounts: each part names its account
export function runUnionOfSearches(db: Queryable, parts: readonly Fragment[]): Promise<SearchHit[]> {
  const all = parts.reduce((before, one) => db`${before} union all ${one}`);
  return db<SearchHit[]>`
    select
      found.kind,
      found.id,
      found.title,
      found.detail,
      found.status,
      found.person,
      found.at,
      found.parent_id
    from (${all}) as found`;
}
