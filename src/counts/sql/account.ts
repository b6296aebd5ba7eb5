import { areRowsSpread } from '../../lib/sql/spread.ts';
import { unplanned, type Fragment, type Queryable } from '../../lib/sql/sql.ts';

/**
 * The account whose rows are listed. One server gets it where the planner cannot look it up, as all values of a list;
 * several get it plainly, since it says which of them has the rows.
 */
export function accountCondition(db: Queryable, account_id: string): Fragment {
  return areRowsSpread(db) ? db`${account_id}::uuid` : unplanned(db, 'uuid', account_id);
}
