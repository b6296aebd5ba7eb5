import { NIL_ID } from '../../../lib/ids.ts';
import type { Fragment, Queryable, Transaction } from '../../../lib/sql.ts';
import type { Retry } from '../log/contract.ts';

export type RetryRow = {
  id: string;
  endpoint_id: string | null;
  since: Date;
  first_id: string;
  created_at: Date;
};

export async function insertRetry(db: Queryable, account_id: string, retry: RetryRow): Promise<Retry> {
  const [inserted] = await db<[Retry]>`
    insert into webhook_retries (
      account_id, id, endpoint_id, since, total, cursor_event_id, cursor_endpoint_id, created_at
    )
    select
      ${account_id}, ${retry.id}, ${retry.endpoint_id}, ${retry.since}, count(*), ${retry.first_id},
      ${NIL_ID}, ${retry.created_at}
    from webhook_deliveries as delivery
    join webhook_endpoints as endpoint
      on endpoint.account_id = ${account_id}
      and endpoint.id = delivery.endpoint_id
      and endpoint.deleted_at is null
    where delivery.account_id = ${account_id}
      and delivery.event_id >= ${retry.first_id}
      and delivery.failed_at is not null
      ${retry.endpoint_id === null ? db`` : db`and delivery.endpoint_id = ${retry.endpoint_id}`}
    returning id, endpoint_id, since, total, retried, created_at, finished_at`;
  return inserted;
}

export async function findRetry(db: Queryable, account_id: string, id: string): Promise<Retry | undefined> {
  const [retry] = await db<Retry[]>`
    select
      retry.id, retry.endpoint_id, retry.since, retry.total, retry.retried, retry.created_at, retry.finished_at
    from webhook_retries as retry
    where retry.account_id = ${account_id}
      and retry.id = ${id}`;
  return retry;
}

export type OpenRetry = { account_id: string; id: string };

// across accounts: any worker continues any retry
export function areRetriesOpen(db: Queryable): Fragment {
  return db`
    exists (
      select 1
      from webhook_retries as retry
      where retry.finished_at is null
    )`;
}

// across accounts: any worker continues any retry
export async function listOpenRetries(db: Queryable): Promise<OpenRetry[]> {
  return db<OpenRetry[]>`
    select retry.account_id, retry.id
    from webhook_retries as retry
    where retry.finished_at is null
    order by retry.id`;
}

/** False when it is finished or another worker has it. */
export async function lockOpenRetry(tx: Transaction, account_id: string, id: string): Promise<boolean> {
  const held = await tx`
    select 1
    from webhook_retries as retry
    where retry.account_id = ${account_id}
      and retry.id = ${id}
      and retry.finished_at is null
    for update skip locked`;
  return held.length === 1;
}

/** The next ones behind the cursor go back to the queue, and the cursor goes on, both or neither. */
export async function retryNext(
  tx: Transaction,
  account_id: string,
  id: string,
  { count, now }: { count: number; now: Date },
): Promise<number> {
  const [step] = await tx<[{ count: number }]>`
    with ${nextFailed(tx, account_id, id, count)},
    again as (
      update webhook_deliveries as delivery
      set state = 'pending',
          settled_at = null,
          due_at = ${now},
          failed_at = null
      from next
      where delivery.account_id = ${account_id}
        and delivery.event_id = next.event_id
        and delivery.endpoint_id = next.endpoint_id
      returning delivery.event_id, delivery.endpoint_id, delivery.attempts
    ),
    queued as (
      insert into webhook_queue (account_id, endpoint_id, event_id, due_at, attempt, is_single)
      select ${account_id}, again.endpoint_id, again.event_id, ${now}, least(again.attempts + 1, 32767), true
      from again
    ),
    last as (
      select next.event_id, next.endpoint_id
      from next
      order by next.event_id desc, next.endpoint_id desc
      limit 1
    ),
    moved as (
      update webhook_retries as retry
      set retried = retry.retried + (select count(*) from next),
          cursor_event_id = coalesce((select last.event_id from last), retry.cursor_event_id),
          cursor_endpoint_id = coalesce((select last.endpoint_id from last), retry.cursor_endpoint_id),
          finished_at = case when (select count(*) from next) < ${count} then ${now}::timestamptz end
      where retry.account_id = ${account_id}
        and retry.id = ${id}
    )
    select count(*)::int as count
    from next`;
  return step.count;
}

function nextFailed(tx: Transaction, account_id: string, id: string, count: number): Fragment {
  return tx`
    next as materialized (
      select delivery.event_id, delivery.endpoint_id
      from webhook_retries as retry
      join webhook_deliveries as delivery
        on delivery.account_id = ${account_id}
        and (delivery.event_id, delivery.endpoint_id) > (retry.cursor_event_id, retry.cursor_endpoint_id)
        and delivery.failed_at <= retry.created_at
        and (retry.endpoint_id is null or delivery.endpoint_id = retry.endpoint_id)
      join webhook_endpoints as endpoint
        on endpoint.account_id = ${account_id}
        and endpoint.id = delivery.endpoint_id
        and endpoint.deleted_at is null
      where retry.account_id = ${account_id}
        and retry.id = ${id}
        and delivery.account_id = ${account_id}
        and delivery.failed_at is not null
      order by delivery.event_id, delivery.endpoint_id
      limit ${count}
      for update of delivery
    )`;
}
