import type { Queryable } from '../../lib/sql/sql.ts';
import type { EndpointState } from '../webhooks/endpoints/status.ts';
import type { FailingEndpoint, QueueHealth } from './contract.ts';

type Depth = Omit<QueueHealth, 'queue'>;

// across accounts: one sender serves all accounts
export async function readDeliveryQueueDepth(
  db: Queryable,
  now: Date,
): Promise<Omit<Depth, 'oldest_at'> & { oldest_event_id: string | null }> {
  const [depth] = await db<[Omit<Depth, 'oldest_at'> & { oldest_event_id: string | null }]>`
    select
      count(*)::int as depth,
      count(*) filter (where waiting.due_at <= ${now})::int as due,
      count(*) filter (where waiting.attempt > 1)::int as retrying,
      min(waiting.event_id::text) as oldest_event_id,
      min(waiting.due_at) filter (where waiting.due_at <= ${now}) as overdue_since
    from webhook_queue as waiting
    left join webhook_endpoints as endpoint
      on endpoint.account_id = waiting.account_id
      and endpoint.id = waiting.endpoint_id
    where endpoint.paused_at is null`;
  return depth;
}

// across accounts: one worker retries for all accounts
export async function readRetryQueueDepth(db: Queryable): Promise<Depth> {
  const [depth] = await db<[Depth]>`
    select
      coalesce(sum(asked.total - asked.retried), 0)::int as depth,
      coalesce(sum(asked.total - asked.retried), 0)::int as due,
      0 as retrying,
      min(asked.created_at) as oldest_at,
      null as overdue_since
    from webhook_retries as asked
    where asked.finished_at is null`;
  return depth;
}

// across accounts: one sender serves all accounts
export async function readMailQueueDepth(db: Queryable, now: Date): Promise<Depth> {
  const [depth] = await db<[Depth]>`
    select
      count(*)::int as depth,
      count(*) filter (where mail.due_at <= ${now})::int as due,
      count(*) filter (where mail.last_error is not null)::int as retrying,
      min(mail.created_at) as oldest_at,
      min(mail.due_at) filter (where mail.due_at <= ${now}) as overdue_since
    from mails as mail
    where mail.state = 'waiting'`;
  return depth;
}

// across accounts: one worker sends the deletions of all accounts
export async function readDeletionQueueDepth(db: Queryable, now: Date): Promise<Depth> {
  const [depth] = await db<[Depth]>`
    select
      count(*)::int as depth,
      count(*) filter (where deletion.due_at <= ${now})::int as due,
      count(*) filter (where deletion.last_error is not null or deletion.last_status is not null)::int as retrying,
      min(deletion.deleted_at) as oldest_at,
      min(deletion.due_at) filter (where deletion.due_at <= ${now}) as overdue_since
    from core_deletions as deletion
    where deletion.state <> 'sent'`;
  return depth;
}

// across accounts: one worker extracts the documents of all accounts
export async function readDocumentQueueDepth(db: Queryable, now: Date): Promise<Depth> {
  const [depth] = await db<[Depth]>`
    select
      count(*)::int as depth,
      count(*) filter (where document.due_at <= ${now})::int as due,
      count(*) filter (where document.attempts > 1)::int as retrying,
      min(document.updated_at) as oldest_at,
      min(document.due_at) filter (where document.due_at <= ${now}) as overdue_since
    from knowledge_documents as document
    where document.state in ('queued', 'processing')`;
  return depth;
}

/**
 * Lists candidates for the list of failing endpoints: those that failed before, then the most recently used, which may
 * be failing now.
 */
// across accounts: staff see failing endpoints of all accounts
export async function listPossiblyFailingEndpoints(db: Queryable): Promise<EndpointState[]> {
  return db<EndpointState[]>`
    select endpoint.account_id, endpoint.id, endpoint.paused_at
    from webhook_endpoints as endpoint
    where endpoint.deleted_at is null
      and endpoint.paused_at is null
      and endpoint.last_triggered_at is not null
    order by endpoint.failure_count > 0 desc, endpoint.last_triggered_at desc, endpoint.id desc
    limit 200`;
}

// across accounts: staff see failing endpoints of all accounts
export async function describeFailingEndpoints(
  db: Queryable,
  endpoints: readonly EndpointState[],
): Promise<Omit<FailingEndpoint, 'recent'>[]> {
  return db<Omit<FailingEndpoint, 'recent'>[]>`
    select
      endpoint.id,
      json_build_object('id', account.id, 'name', account.name) as account,
      endpoint.name,
      endpoint.url,
      (
        select count(*)::int
        from webhook_queue as waiting
        where waiting.account_id = endpoint.account_id
          and waiting.endpoint_id = endpoint.id
      ) as waiting,
      endpoint.last_triggered_at
    from unnest(
      ${endpoints.map(({ account_id }) => account_id)}::uuid[],
      ${endpoints.map(({ id }) => id)}::uuid[]
    ) with ordinality as wanted (account_id, id, place)
    join webhook_endpoints as endpoint
      on endpoint.account_id = wanted.account_id
      and endpoint.id = wanted.id
    join accounts as account
      on account.id = endpoint.account_id
    where endpoint.deleted_at is null
    order by wanted.place`;
}
