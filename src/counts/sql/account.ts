import { areRowsSharded } from '../../lib/sql/sharding.ts';
import { hideFromPlanner, type Fragment, type Queryable } from '../../lib/sql/sql.ts';

/**
 * The account whose rows are listed. One server gets it where the planner cannot look it up, as all values of a list;
 * several get it plainly, since it says which of them has the rows.
 */
export function accountCondition(db: Queryable, account_id: string): Fragment {
  return areRowsSharded(db) ? db`${account_id}::uuid` : hideFromPlanner(db, 'uuid', account_id);
}
