import type { Fragment, Queryable } from '../../../lib/sql.ts';
import { ALL_LANES, andOpenEndpoint, lanes, oldestRow } from './lanes.ts';
import { lostRows } from './leases.ts';

/** Whether a sender may find something to claim, or to take from one that died. */
// across accounts: the queue belongs to the installation
export function areDeliveriesDue(db: Queryable, now: Date): Fragment {
  return db`
    exists (
      with recursive ${lanes(db, ALL_LANES)}
      select 1
      from lane
      cross join lateral (${oldestRow(db)}) as head
      left join webhook_endpoints as endpoint
        on endpoint.account_id = lane.account_id
        and endpoint.id = lane.endpoint_id
        ${andOpenEndpoint(db)}
      where (head.due_at <= ${now} and endpoint.id is not null)
        or exists (select 1 ${lostRows(db, now)})
    )`;
}
