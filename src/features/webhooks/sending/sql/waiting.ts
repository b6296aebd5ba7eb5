import type { Queryable } from '../../../../lib/sql/sql.ts';
import { attemptAfterLoss } from './leases.ts';
import { andShardOf, type EndpointQueue } from './endpointQueues.ts';
import { withClaimedRow } from './claims.ts';

/** Releases claimed rows whose attempts did not end before a stop. These attempts count as made. */
// across accounts: a sender leases rows of all accounts
export async function releaseClaims(db: Queryable, claim_ids: readonly string[], now: Date): Promise<number> {
  const released = await db`
    update webhook_queue as item
    set due_at = ${now},
        attempt = ${attemptAfterLoss(db)},
        claim_id = null,
        sender_id = null
    where item.claim_id = any (${[...claim_ids]}::uuid[])`;
  return released.count;
}

type Held = {
  account_id: string;
  endpoint_id: string;
  event_id: string;
  claim_id: string;
  leased_until: string;
};

/** Releases rows without counting an attempt; they are due again at `due_at`. */
export async function releaseDeliveries(
  db: Queryable,
  account_id: string,
  held: readonly Held[],
  due_at: Date,
): Promise<void> {
  await db`
    with held as materialized (
      select item.row_ctid
      from jsonb_to_recordset(${db.json([...held])}) as held (
        endpoint_id uuid, event_id uuid, claim_id uuid, leased_until timestamptz
      )
      ${withClaimedRow(db, account_id)}
    )
    update webhook_queue as item
    set due_at = ${due_at},
        claim_id = null,
        sender_id = null
    from held
    where item.ctid = held.row_ctid
      ${andShardOf(db, account_id)}`;
}

export type DeliveryQueueState = { depth: number; oldest_due_s: number };

/**
 * Reads the number of rows and the age of the oldest due row. The age ignores claimed rows and rows of paused and
 * suspended endpoints.
 */
// across accounts: the metrics cover the whole installation
export async function readDeliveryQueueState(db: Queryable, now: Date): Promise<DeliveryQueueState> {
  const [state] = await db<[DeliveryQueueState]>`
    select
      count(*)::int as depth,
      coalesce(
        extract(
          epoch from ${now}::timestamptz - min(item.due_at) filter (
            where item.claim_id is null
              and endpoint.paused_at is null
              and endpoint.suspended_at is null
          )
        ),
        0
      )::float8 as oldest_due_s
    from webhook_queue as item
    left join webhook_endpoints as endpoint
      on endpoint.account_id = item.account_id
      and endpoint.id = item.endpoint_id`;
  return state;
}

// across accounts: a wake-up contains no account
export async function notifySenders(db: Queryable, channel: string): Promise<void> {
  await db`select pg_notify(${channel}, '')`;
}

/** Deletes the queue rows of events that retention deletes, so these deliveries are no longer sent. */
// across accounts: retention applies to the whole installation
export async function deleteQueueRowsBefore(db: Queryable, first_id: string): Promise<number> {
  const forgotten = await db`
    delete from webhook_queue
    where event_id < ${first_id}`;
  return forgotten.count;
}

/** Deleted endpoints that still have queue rows, because an event was written during the deletion. */
// across accounts: cleanup applies to the whole installation
export async function listOrphanedQueues(db: Queryable): Promise<EndpointQueue[]> {
  return db<EndpointQueue[]>`
    select distinct item.account_id, item.endpoint_id
    from webhook_queue as item
    join webhook_endpoints as endpoint
      on endpoint.account_id = item.account_id
      and endpoint.id = item.endpoint_id
      and endpoint.deleted_at is not null`;
}
