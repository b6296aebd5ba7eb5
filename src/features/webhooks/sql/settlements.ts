import type { Database, Fragment, Queryable } from '../../../lib/sql.ts';
import { withClaimedRow } from './claims.ts';

/** The result of an attempt and the next step. */
export type Settlement = {
  account_id: string;
  endpoint_id: string;
  event_id: string;
  claim_id: string;
  /** The id of its queue row. */
  leased_until: string;
  verdict: 'delivered' | 'failed' | 'again';
  /** When the next attempt is due, where there is one. */
  due_at: string | null;
  settled_at: string;
  counts_as_failure: boolean;
  id: string;
  attempt: number;
  attempted_at: string;
  outcome: string;
  status: number | null;
  address: string | null;
  dns_ms: number | null;
  connect_ms: number | null;
  first_byte_ms: number | null;
  total_ms: number;
  answer: string | null;
  request_head: string | null;
  answer_head: string | null;
};

/** How much of a result is written: all, only the delivery's state, or only its end. */
export type Extent = 'all' | 'state' | 'queue';

/** One statement for many attempts; those whose lease was lost to another sender change nothing. */
// across accounts: a batch holds the results of the last milliseconds
export async function settle(
  db: Database,
  settlements: readonly Settlement[],
  extent: Extent = 'all',
): Promise<number> {
  const [settled] = await db<[{ count: number }]>`
    with ${endedAttempts(db, settlements)},
    ${fenced(db)}
    ${extent === 'queue' ? db`` : db`, ${told(db)}`}
    ${extent === 'all' ? db`, ${logged(db)}, ${counted(db)}` : db``}
    select count(*)::int as count
    from ours`;
  return settled.count;
}

function endedAttempts(db: Database, settlements: readonly Settlement[]): Fragment {
  return db`
    done as materialized (
      select *
      from jsonb_to_recordset(${db.json([...settlements])}) as done (
        account_id uuid, endpoint_id uuid, event_id uuid, claim_id uuid, leased_until timestamptz, verdict text,
        due_at timestamptz, settled_at timestamptz, counts_as_failure boolean, id uuid, attempt smallint, attempted_at timestamptz,
        outcome text, status smallint, address text, dns_ms real, connect_ms real, first_byte_ms real,
        total_ms real, answer text, request_head text, answer_head text
      )
    )`;
}

/** Updates queue rows that still carry our claim. */
function fenced(db: Queryable): Fragment {
  return db`
    held as materialized (
      select done.*, item.place
      from done
      ${withClaimedRow(db, 'done')}
    ),
    removed as (
      delete from webhook_queue as item
      using held
      where item.ctid = held.place
        and held.verdict <> 'again'
      returning held.*
    ),
    postponed as (
      update webhook_queue as item
      set due_at = held.due_at,
          attempt = item.attempt + 1,
          claim_id = null,
          sender_id = null
      from held
      where item.ctid = held.place
        and held.verdict = 'again'
      returning held.*
    ),
    ours as materialized (
      select *
      from removed
      union all
      select *
      from postponed
    )`;
}

/** One row for every attempt. */
function logged(db: Queryable): Fragment {
  return db`
    logged as (
      insert into webhook_attempts (
        account_id, event_id, endpoint_id, id, attempt, attempted_at, outcome, status, address,
        dns_ms, connect_ms, first_byte_ms, total_ms, answer, request_head, answer_head
      )
      select
        ours.account_id, ours.event_id, ours.endpoint_id, ours.id, ours.attempt, ours.attempted_at, ours.outcome,
        ours.status, ours.address, ours.dns_ms, ours.connect_ms, ours.first_byte_ms, ours.total_ms, ours.answer,
        ours.request_head, ours.answer_head
      from ours
    )`;
}

/** The state of each delivery, updated in place. */
function told(db: Queryable): Fragment {
  return db`
    told as (
      update webhook_deliveries as delivery
      set state = case when ours.verdict = 'again' then 'pending' else ours.verdict end,
          attempts = ours.attempt,
          settled_at = case when ours.verdict = 'again' then null else ours.settled_at end,
          due_at = ours.due_at,
          failed_at = case when ours.verdict = 'failed' then ours.settled_at end
      from ours
      where delivery.account_id = ours.account_id
        and delivery.event_id = ours.event_id
        and delivery.endpoint_id = ours.endpoint_id
    )`;
}

/** Endpoints in a fixed order, so that two senders never deadlock; the time at most once a second. */
function counted(db: Queryable): Fragment {
  return db`
    touched as materialized (
      select
        ours.account_id,
        ours.endpoint_id,
        count(*) filter (where ours.counts_as_failure)::int as failures,
        max(ours.attempted_at) as attempted_at
      from ours
      group by ours.account_id, ours.endpoint_id
    ),
    locked as materialized (
      select endpoint.account_id, endpoint.id, touched.failures, touched.attempted_at
      from touched
      join webhook_endpoints as endpoint
        on endpoint.account_id = touched.account_id
        and endpoint.id = touched.endpoint_id
      where touched.failures > 0
        or endpoint.last_triggered_at is null
        or endpoint.last_triggered_at < touched.attempted_at - interval '1 second'
      order by endpoint.account_id, endpoint.id
      for no key update of endpoint
    ),
    counted as (
      update webhook_endpoints as endpoint
      set failure_count = least(endpoint.failure_count::bigint + locked.failures, 2147483647),
          last_triggered_at = greatest(endpoint.last_triggered_at, locked.attempted_at)
      from locked
      where endpoint.account_id = locked.account_id
        and endpoint.id = locked.id
    )`;
}
