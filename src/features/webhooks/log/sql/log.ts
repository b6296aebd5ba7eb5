import type { EventType } from '../../../../events/catalogue.ts';
import {
  searchLog,
  type SearchableLog,
  type LogFilter,
  type SearchedPage,
} from '../../../../lib/sql/logSearch.ts';
import type { Fragment, Queryable, Transaction } from '../../../../lib/sql/sql.ts';
import { currentTraceparent } from '../../../../lib/process/tracing/spans.ts';
import type { Attempt, Delivery, DeliveryRef, DeliveryState } from '../contract.ts';

export type DeliveryRange = {
  state?: DeliveryState | undefined;
  event?: EventType | undefined;
  endpoint_id?: string | undefined;
  event_id?: string | undefined;
  /** Event ids contain their creation time. These bounds restrict the search to the partitions of a few days. */
  first_id?: string | undefined;
  end_id?: string | undefined;
  limit: number;
  offset: number;
};

const LOG: SearchableLog = {
  table: 'webhook_deliveries',
  row: 'delivery',
  order: ['event_id', 'endpoint_id'],
};

/** Lists deliveries, newest first. */
export function listDeliveries(
  db: Queryable,
  account_id: string,
  { limit, offset, ...range }: DeliveryRange,
): Promise<SearchedPage<Delivery>> {
  const select = (rows: Fragment) => db`
    select ${deliveryColumns(db)}
    from (${rows}) as delivery
    ${withEndpoint(db, account_id)}
    order by delivery.event_id desc, delivery.endpoint_id desc`;
  return searchLog(db, LOG, filterOf(db, account_id, range), { limit, offset, select });
}

export async function findDelivery(
  db: Queryable,
  account_id: string,
  { event_id, endpoint_id }: DeliveryRef,
): Promise<(Delivery & { body: string | null }) | undefined> {
  const [delivery] = await db<(Delivery & { body: string | null })[]>`
    select ${deliveryColumns(db)}, event.body
    from webhook_deliveries as delivery
    ${withEndpoint(db, account_id)}
    left join events as event
      on event.account_id = ${account_id}
      and event.id = delivery.event_id
    where delivery.account_id = ${account_id}
      and delivery.event_id = ${event_id}
      and delivery.endpoint_id = ${endpoint_id}`;
  return delivery;
}

/** Lists the attempts of a delivery, oldest first. */
export async function listAttempts(
  db: Queryable,
  account_id: string,
  { event_id, endpoint_id }: DeliveryRef,
): Promise<Attempt[]> {
  return db<Attempt[]>`
    select
      attempt.attempt,
      attempt.attempted_at,
      attempt.outcome,
      attempt.status,
      attempt.address,
      attempt.dns_ms,
      attempt.connect_ms,
      attempt.first_byte_ms,
      attempt.total_ms,
      attempt.answer
    from webhook_attempts as attempt
    where attempt.account_id = ${account_id}
      and attempt.event_id = ${event_id}
      and attempt.endpoint_id = ${endpoint_id}
    order by attempt.id`;
}

export type EndpointDay = {
  endpoint_id: string;
  waiting: number;
  day: string;
  delivered: number;
  failed: number;
};

/** Returns one row per endpoint and day, including days without deliveries. */
export async function listEndpointDays(
  db: Queryable,
  account_id: string,
  { since, now, zone, first_id }: { since: Date; now: Date; zone: string; first_id: string },
): Promise<EndpointDay[]> {
  return db<EndpointDay[]>`
    select
      endpoint.id as endpoint_id,
      (
        select count(*)::int
        from webhook_queue as place
        where place.account_id = ${account_id}
          and place.endpoint_id = endpoint.id
      ) as waiting,
      to_char(each.day, 'YYYY-MM-DD') as day,
      coalesce(sent.delivered, 0) as delivered,
      coalesce(sent.failed, 0) as failed
    from webhook_endpoints as endpoint
    cross join generate_series(
      date_trunc('day', ${since}::timestamptz at time zone ${zone}),
      date_trunc('day', ${now}::timestamptz at time zone ${zone}),
      interval '1 day'
    ) as each (day)
    left join (
      select
        delivery.endpoint_id,
        date_trunc('day', delivery.created_at at time zone ${zone}) as day,
        count(*) filter (where delivery.state = 'delivered')::int as delivered,
        count(*) filter (where delivery.state = 'failed')::int as failed
      from webhook_deliveries as delivery
      where delivery.account_id = ${account_id}
        and delivery.event_id >= ${first_id}
      group by 1, 2
    ) as sent
      on sent.endpoint_id = endpoint.id
      and sent.day = each.day
    where endpoint.account_id = ${account_id}
      and endpoint.deleted_at is null
    order by endpoint.id, each.day`;
}

/** Writes a test event and its delivery to one endpoint, with a single attempt. */
export async function insertTestDelivery(
  tx: Transaction,
  account_id: string,
  {
    endpoint_id,
    ...event
  }: { endpoint_id: string; id: string; event: EventType; body: string; created_at: Date },
): Promise<void> {
  const { id: event_id, created_at } = event;
  const queued = {
    endpoint_id,
    event_id,
    due_at: created_at,
    is_single: true,
    traceparent: currentTraceparent(),
  };
  await Promise.all([
    tx`insert into events ${tx({ account_id, ...event, is_test: true })}`,
    tx`insert into webhook_deliveries ${tx({ account_id, event_id, endpoint_id, event: event.event, created_at })}`,
    tx`insert into webhook_queue ${tx({ account_id, ...queued })}`,
  ]);
}

type Tried = { state: DeliveryState; attempts: number };

/** Locks the delivery, so that two simultaneous retry requests queue one attempt. */
export async function lockDelivery(
  tx: Transaction,
  account_id: string,
  { event_id, endpoint_id }: DeliveryRef,
): Promise<Tried | undefined> {
  const [delivery] = await tx<Tried[]>`
    select delivery.state, delivery.attempts
    from webhook_deliveries as delivery
    where delivery.account_id = ${account_id}
      and delivery.event_id = ${event_id}
      and delivery.endpoint_id = ${endpoint_id}
    for update of delivery`;
  return delivery;
}

/**
 * True if the delivery is queued for `now`, or already has more attempts than `attempts`. Both prove that `requeueDelivery` was
 * committed.
 */
export async function isDeliveryRequeued(
  db: Queryable,
  account_id: string,
  { event_id, endpoint_id }: DeliveryRef,
  { now, attempts }: { now: Date; attempts: number },
): Promise<boolean> {
  const found = await db`
    select 1
    from webhook_deliveries as delivery
    where delivery.account_id = ${account_id}
      and delivery.event_id = ${event_id}
      and delivery.endpoint_id = ${endpoint_id}
      and (delivery.state = 'pending' and delivery.due_at = ${now} or delivery.attempts > ${attempts})`;
  return found.length === 1;
}

export async function requeueDelivery(
  tx: Transaction,
  account_id: string,
  { event_id, endpoint_id }: DeliveryRef,
  now: Date,
): Promise<void> {
  const [again] = await tx<[{ attempts: number }]>`
    update webhook_deliveries
    set state = 'pending',
        settled_at = null,
        due_at = ${now},
        failed_at = null
    where account_id = ${account_id}
      and event_id = ${event_id}
      and endpoint_id = ${endpoint_id}
    returning attempts`;
  const attempt = {
    due_at: now,
    attempt: again.attempts + 1,
    is_single: true,
    traceparent: currentTraceparent(),
  };
  await tx`insert into webhook_queue ${tx({ account_id, endpoint_id, event_id, ...attempt })}`;
}

function filterOf(
  db: Queryable,
  account_id: string,
  { state, event, endpoint_id, event_id, first_id, end_id }: Omit<DeliveryRange, 'limit' | 'offset'>,
): LogFilter {
  return {
    range: db`
      delivery.account_id = ${account_id}
      ${first_id === undefined ? db`` : db`and delivery.event_id >= ${first_id}`}
      ${end_id === undefined ? db`` : db`and delivery.event_id < ${end_id}`}`,
    indexed: [
      event_id === undefined ? undefined : db`delivery.event_id = ${event_id}`,
      state === 'failed' ? db`delivery.failed_at is not null` : undefined,
      endpoint_id === undefined ? undefined : db`delivery.endpoint_id = ${endpoint_id}`,
    ],
    others: [
      state === undefined ? undefined : db`delivery.state = ${state}`,
      event === undefined ? undefined : db`delivery.event = ${event}`,
    ],
  };
}

function withEndpoint(db: Queryable, account_id: string): Fragment {
  return db`
    join webhook_endpoints as endpoint
      on endpoint.account_id = ${account_id}
      and endpoint.id = delivery.endpoint_id`;
}

function deliveryColumns(db: Queryable): Fragment {
  return db`
    delivery.event_id,
    delivery.endpoint_id,
    delivery.event,
    delivery.state,
    delivery.attempts,
    endpoint.url,
    delivery.created_at,
    delivery.settled_at,
    case when delivery.state = 'pending' then coalesce(delivery.due_at, delivery.created_at) end as due_at`;
}
