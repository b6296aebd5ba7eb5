import type { Fragment, Queryable } from '../../../../lib/sql/sql.ts';

/**
 * How a delivery went so far: delivered, failed for good, or tried without success and pending. One that was delivered
 * and is to be sent once more on request is delivered.
 */
export type DeliveryOutcome = { state: 'pending' | 'delivered' | 'failed'; attempts: number };

/** The time as it was with the outcomes: read apart, something could have been sent in between. */
export type RecentOutcomes = {
  endpoint_id: string;
  last_triggered_at: string | null;
  outcomes: DeliveryOutcome[];
};

/** The number of deliveries from which the status of an endpoint follows. */
const MOST = 20;

/**
 * The latest outcomes of each endpoint, newest first. Of one endpoint at most three times as many rows are read,
 * however long its log and what waits for it: the newest, those tried again, and those before all that wait.
 */
export async function listOutcomes(
  db: Queryable,
  account_id: string,
  endpoint_ids: readonly string[],
): Promise<RecentOutcomes[]> {
  return db<RecentOutcomes[]>`
    select wanted.id as endpoint_id, wanted.last_triggered_at, recent.outcomes
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

/** The deliveries at the end of the queue of an endpoint: retries, since new deliveries are due before retries. */
function triedAgain(db: Queryable, account_id: string): Fragment {
  return db`
    select delivery.event_id, delivery.state, delivery.attempts
    from (
      select place.event_id
      from webhook_queue as place
      where place.account_id = ${account_id}
        and place.endpoint_id = wanted.id
      order by place.due_at desc
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
        select place.event_id
        from webhook_queue as place
        where place.account_id = ${account_id}
          and place.endpoint_id = wanted.id
        order by place.due_at
        limit 1
      )
    order by delivery.event_id desc
    limit ${MOST}`;
}
