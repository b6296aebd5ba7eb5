import { isoTime } from '../../../../lib/sql/isoTime.ts';
import type { Fragment, Queryable } from '../../../../lib/sql/sql.ts';
import type { LostDeliveries } from '../contract.ts';

/**
 * The result of a delivery so far: delivered, permanently failed, or pending after a failed attempt. A delivery that
 * succeeded and is queued again at the request of a user counts as delivered.
 */
export type DeliveryOutcome = { state: 'pending' | 'delivered' | 'failed'; attempts: number };

/** The outcomes and `last_triggered_at` are read in one statement, so that they match. */
export type RecentOutcomes = {
  endpoint_id: string;
  last_triggered_at: string | null;
  outcomes: DeliveryOutcome[];
  lost: LostDeliveries | null;
};

/** The status of an endpoint depends on this many of its latest deliveries. */
const MOST = 20;
/** The number of newest failed deliveries of the account that are counted. */
const MOST_LOST = 100;

/**
 * Lists the latest outcomes of each endpoint, newest first. At most 3 × MOST rows are read per endpoint, whatever the
 * length of its log and queue: the newest deliveries, its retries, and the deliveries before the oldest waiting one. At
 * most MOST_LOST failed deliveries are read per account.
 */
export async function listRecentOutcomes(
  db: Queryable,
  account_id: string,
  endpoint_ids: readonly string[],
): Promise<RecentOutcomes[]> {
  return db<RecentOutcomes[]>`
    with failed as materialized (
      ${newestFailed(db, account_id)}
    )
    select
      wanted.id as endpoint_id,
      wanted.last_triggered_at,
      recent.outcomes,
      (
        select
          case
            when count(*) > 0
            then json_build_object(
              'count', count(*),
              'is_more', (select count(*) from failed) = ${MOST_LOST},
              'first_at', ${isoTime(db, db`min(failed.failed_at)`)},
              'last_at', ${isoTime(db, db`max(failed.failed_at)`)}
            )
          end
        from failed
        where failed.endpoint_id = wanted.id
      ) as lost
    from (
      select endpoint.id, endpoint.last_triggered_at
      from webhook_endpoints as endpoint
      where endpoint.account_id = ${account_id}
        and endpoint.id = any (${[...endpoint_ids]}::uuid[])
    ) as wanted
    cross join lateral (
      select coalesce(
        json_agg(json_build_object('state', ${stateSoFar(db, account_id)}, 'attempts', tried.attempts) order by tried.event_id desc),
        '[]'
      ) as outcomes
      from (
        select near.event_id, near.state, near.attempts
        from (
          (${newest(db, account_id)})
          union
          (${triedAgain(db, account_id)})
          union
          (${beforeWaiting(db, account_id)})
        ) as near
        where near.attempts > 0
          and near.state <> 'cancelled'
        order by near.event_id desc
        limit ${MOST}
      ) as tried
    ) as recent`;
}

function newestFailed(db: Queryable, account_id: string): Fragment {
  return db`
    select delivery.endpoint_id, delivery.failed_at
    from webhook_deliveries as delivery
    where delivery.account_id = ${account_id}
      and delivery.failed_at is not null
    order by delivery.event_id desc
    limit ${MOST_LOST}`;
}

function stateSoFar(db: Queryable, account_id: string): Fragment {
  return db`
    case
      when tried.state = 'pending' and exists (
        select
        from webhook_attempts as former
        where former.account_id = ${account_id}
          and former.event_id = tried.event_id
          and former.endpoint_id = wanted.id
          and former.id >= tried.event_id
          and former.attempt = tried.attempts
          and former.outcome = 'delivered'
      ) then 'delivered'
      else tried.state
    end`;
}

function newest(db: Queryable, account_id: string): Fragment {
  return db`
    select delivery.event_id, delivery.state, delivery.attempts
    from webhook_deliveries as delivery
    where delivery.account_id = ${account_id}
      and delivery.endpoint_id = wanted.id
    order by delivery.event_id desc
    limit ${MOST}`;
}

/**
 * The deliveries with the latest due times in the queue of an endpoint. These are its retries, because new deliveries
 * are due earlier.
 */
function triedAgain(db: Queryable, account_id: string): Fragment {
  return db`
    select delivery.event_id, delivery.state, delivery.attempts
    from (
      select item.event_id
      from webhook_queue as item
      where item.account_id = ${account_id}
        and item.endpoint_id = wanted.id
      order by item.due_at desc
      limit ${MOST}
    ) as waiting
    join webhook_deliveries as delivery
      on delivery.account_id = ${account_id}
      and delivery.event_id = waiting.event_id
      and delivery.endpoint_id = wanted.id`;
}

function beforeWaiting(db: Queryable, account_id: string): Fragment {
  return db`
    select delivery.event_id, delivery.state, delivery.attempts
    from webhook_deliveries as delivery
    where delivery.account_id = ${account_id}
      and delivery.endpoint_id = wanted.id
      and delivery.event_id < (
        select item.event_id
        from webhook_queue as item
        where item.account_id = ${account_id}
          and item.endpoint_id = wanted.id
        order by item.due_at
        limit 1
      )
    order by delivery.event_id desc
    limit ${MOST}`;
}
