import type { ClaimedItem, QueueTable } from '../../../lib/concurrency/queue/queue.ts';
import { pageOf, type RowWithTotal } from '../../../lib/sql/paging.ts';
import type { Fragment, Queryable, Transaction } from '../../../lib/sql/sql.ts';
import type { Deletion, DeletionFilter, DeletionState } from '../contract.ts';
import { andEndpointCallable } from './endpoints.ts';

export type NewDeletion = {
  session_id: string;
  deleted_at: Date;
  state: 'queued';
  attempts: number;
  due_at: Date;
  claim_id: string | null;
  last_attempt_at: Date | null;
};

export type ClaimedDeletion = ClaimedItem & { deleted_at: string };

export const DELETION_QUEUE_TABLE: QueueTable<ClaimedDeletion> = {
  table: 'core_deletions',
  key: 'session_id',
  lease: { due_at: 'due_at', attempts: 'attempts', claim_id: 'claim_id' },
  columns: ['deleted_at'],
  due: (db, now) => db`waiting.state <> 'sent' and waiting.due_at <= ${now}`,
  onClaim: (now) => ({ last_attempt_at: now }),
};

export async function insertDeletion(tx: Transaction, account_id: string, row: NewDeletion): Promise<void> {
  await tx`
    insert into core_deletions ${tx({ account_id, ...row })}`;
}

/** Inserts a deletion for up to `limit` sessions that have none yet. */
export async function insertMissingDeletions(
  tx: Transaction,
  account_id: string,
  { now, limit }: { now: Date; limit: number },
): Promise<number> {
  const queued = await tx`
    insert into core_deletions (account_id, session_id, deleted_at, state, attempts, due_at)
    select ${account_id}, session.id, ${now}, 'queued', 0, ${now}
    from sessions as session
    where session.account_id = ${account_id}
      and not exists (
        select 1
        from core_deletions as deletion
        where deletion.account_id = ${account_id}
          and deletion.session_id = session.id
      )
    limit ${limit}
    on conflict do nothing`;
  return queued.count;
}

export async function hasUnsentDeletions(db: Queryable, account_id: string): Promise<boolean> {
  const unsent = await db`
    select 1
    from core_deletions as deletion
    where deletion.account_id = ${account_id}
      and deletion.state <> 'sent'
    limit 1`;
  return unsent.length === 1;
}

export async function findDeletionState(
  db: Queryable,
  account_id: string,
  session_id: string,
): Promise<{ state: DeletionState; claim_id: string | null } | undefined> {
  const [deletion] = await db<{ state: DeletionState; claim_id: string | null }[]>`
    select deletion.state, deletion.claim_id
    from core_deletions as deletion
    where deletion.account_id = ${account_id}
      and deletion.session_id = ${session_id}`;
  return deletion;
}

export async function findDeletion(
  db: Queryable,
  account_id: string,
  session_id: string,
): Promise<Deletion | undefined> {
  const [deletion] = await db<Deletion[]>`
    select ${deletionColumns(db)}
    from core_deletions as deletion
    where deletion.account_id = ${account_id}
      and deletion.session_id = ${session_id}`;
  return deletion;
}

/** One statement reads the page and the total number of matches, so that both come from the same snapshot. */
export async function listDeletions(
  db: Queryable,
  account_id: string,
  { state, limit, offset }: DeletionFilter,
): Promise<{ deletions: Deletion[]; total: number }> {
  const wanted = db`
    where deletion.account_id = ${account_id}
      ${state === undefined ? db`` : db`and deletion.state = ${state}`}`;
  const rows = await db<RowWithTotal<Deletion, 'session_id'>[]>`
    select matching.total, page.*
    from (
      select count(*)::int as total
      from core_deletions as deletion
      ${wanted}
    ) as matching
    left join lateral (
      select ${deletionColumns(db)}
      from core_deletions as deletion
      ${wanted}
      order by deletion.deleted_at desc, deletion.session_id
      limit ${limit}
      offset ${offset}
    ) as page on true
    order by page.deleted_at desc, page.session_id`;
  const { shown, total } = pageOf(rows, 'session_id');
  return { deletions: shown, total };
}

function deletionColumns(db: Queryable): Fragment {
  return db`
    deletion.session_id,
    deletion.deleted_at,
    deletion.state,
    deletion.attempts,
    deletion.due_at,
    deletion.last_attempt_at,
    deletion.last_status,
    deletion.last_error,
    deletion.sent_at`;
}

/**
 * SQL condition: true if any deletion is not yet sent, due or not. The worker can send one of them to probe the
 * training app.
 */
// across accounts: one worker sends the deletions of all accounts
export function unsentDeletionNoticeExists(db: Queryable, has_default_endpoint: boolean): Fragment {
  return db`
    exists (
      select 1
      from core_deletions as waiting
      where waiting.state <> 'sent'
        ${andEndpointCallable(db, { has_default_endpoint, delayed_accounts: [] })}
    )`;
}

/** Makes a deletion due. Returns false if the deletion is unknown or already sent. */
export async function makeDeletionDue(
  db: Queryable,
  account_id: string,
  session_id: string,
  now: Date,
): Promise<boolean> {
  const due = await db`
    update core_deletions
    set due_at = case when claim_id is null then ${now}::timestamptz else due_at end,
        not_before = null
    where account_id = ${account_id}
      and session_id = ${session_id}
      and state <> 'sent'
    returning session_id`;
  return due.length === 1;
}
