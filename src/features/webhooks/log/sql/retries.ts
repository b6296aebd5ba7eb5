import { insertRows } from '../../../../lib/sql/insertRows.ts';
import type { LockedTable } from '../../../../lib/concurrency/queue/queue.ts';
import { NIL_ID } from '../../../../lib/ids.ts';
import type { Queryable, Transaction } from '../../../../lib/sql/sql.ts';
import type { RetryJob } from '../contract.ts';

export type RetryJobRow = {
  id: string;
  endpoint_id: string | null;
  since: Date;
  first_id: string;
  created_at: Date;
};

export async function insertRetryJob(
  db: Queryable,
  account_id: string,
  retry: RetryJobRow,
): Promise<RetryJob> {
  const [inserted] = await db<[RetryJob]>`
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

export async function findRetryJob(
  db: Queryable,
  account_id: string,
  id: string,
): Promise<RetryJob | undefined> {
  const [retry] = await db<RetryJob[]>`
    select
      retry.id, retry.endpoint_id, retry.since, retry.total, retry.retried, retry.created_at, retry.finished_at
    from webhook_retries as retry
    where retry.account_id = ${account_id}
      and retry.id = ${id}`;
  return retry;
}

export type OpenRetryJob = { account_id: string; id: string };

export const RETRY_JOB_TABLE: LockedTable<OpenRetryJob> = {
  table: 'webhook_retries',
  key: ['id'],
  order: 'id',
  due: (db) => db`waiting.finished_at is null`,
  nameOf: ({ id }) => `retry ${id}`,
};

type Failed = { event_id: string; endpoint_id: string; attempts: number };
type RetryBatch = { count: number; now: Date };

/** Queues the next deliveries after the cursor and moves the cursor, in one transaction. */
export async function retryNextBatch(
  tx: Transaction,
  account_id: string,
  id: string,
  step: RetryBatch,
): Promise<number> {
  const next = await lockNextFailed(tx, account_id, id, step.count);
  await Promise.all([
    next.length > 0 && requeueAll(tx, account_id, next, step.now),
    moveCursor(tx, account_id, id, { next, ...step }),
  ]);
  return next.length;
}

async function lockNextFailed(
  tx: Transaction,
  account_id: string,
  id: string,
  count: number,
): Promise<Failed[]> {
  return tx<Failed[]>`
    select delivery.event_id, delivery.endpoint_id, delivery.attempts
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
      and delivery.failed_at is not null
    order by delivery.event_id, delivery.endpoint_id
    limit ${count}
    for update of delivery`;
}

async function requeueAll(
  tx: Transaction,
  account_id: string,
  failed: readonly Failed[],
  now: Date,
): Promise<void> {
  const queued = failed.map(({ event_id, endpoint_id, attempts }) => {
    return { endpoint_id, event_id, due_at: now, attempt: Math.min(attempts + 1, 32_767), is_single: true };
  });
  await Promise.all([
    tx`
      with next as materialized (
        select next.event_id, next.endpoint_id
        from jsonb_to_recordset(${tx.json([...failed])}) as next (event_id uuid, endpoint_id uuid)
      )
      update webhook_deliveries as delivery
      set state = 'pending',
          settled_at = null,
          due_at = ${now},
          failed_at = null
      from next
      where delivery.account_id = ${account_id}
        and delivery.event_id = next.event_id
        and delivery.endpoint_id = next.endpoint_id`,
    tx`insert into webhook_queue ${insertRows(tx, account_id, 'webhook_queue', queued)}`,
  ]);
}

async function moveCursor(
  tx: Transaction,
  account_id: string,
  id: string,
  { next, count, now }: RetryBatch & { next: readonly Failed[] },
): Promise<void> {
  const last = next.at(-1);
  await tx`
    update webhook_retries
    set retried = retried + ${next.length},
        cursor_event_id = coalesce(${last?.event_id ?? null}, cursor_event_id),
        cursor_endpoint_id = coalesce(${last?.endpoint_id ?? null}, cursor_endpoint_id),
        finished_at = ${next.length < count ? now : null}
    where account_id = ${account_id}
      and id = ${id}`;
}
