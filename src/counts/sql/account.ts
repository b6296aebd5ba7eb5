import { areRowsSharded } from '../../lib/sql/sharding.ts';
import { hideFromPlanner, type Fragment, type Queryable } from '../../lib/sql/sql.ts';

/**
 * The account id in a statement. On a single server it is hidden from the planner, so that one generic plan serves all
 * accounts. In a sharded database it is a plain value, because it selects the server that stores the rows.
 */
export function accountIdValue(db: Queryable, account_id: string): Fragment {
  return areRowsSharded(db) ? db`${account_id}::uuid` : hideFromPlanner(db, 'uuid', account_id);
}
