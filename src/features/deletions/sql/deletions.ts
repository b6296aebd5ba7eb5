import { pageOf, type Paged } from '../../../lib/sql/paging.ts';
import type { Fragment, Queryable, Transaction } from '../../../lib/sql/sql.ts';
import type { Deletion, DeletionFilter, DeletionState } from '../contract.ts';
import { andHasEndpoint, type OpenEndpoints } from './endpoints.ts';
import { andNotHeldBack } from './waking.ts';

export type NewDeletion = {
  session_id: string;
  deleted_at: Date;
  state: 'queued';
  attempts: number;
  due_at: Date;
  claim_id: string | null;
  last_attempt_at: Date | null;
};

export type ClaimedDeletion = {
  account_id: string;
  session_id: string;
  deleted_at: string;
  attempts: number;
};

export type Claim = { claim_id: string; now: Date; lease_until: Date };

export type Result = {
  claim_id: string;
  state: DeletionState;
  due_at: Date;
  not_before: Date | null;
  last_status: number | null;
  last_error: string | null;
  sent_at: Date | null;
};

export async function insertDeletion(tx: Transaction, account_id: string, row: NewDeletion): Promise<void> {
  await tx`
    insert into core_deletions ${tx({ account_id, ...row })}`;
}

/** Those of sessions that have no deletion yet. */
export async function queueSessions(
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

export async function hasUnsent(db: Queryable, account_id: string): Promise<boolean> {
  const unsent = await db`
    select 1
    from core_deletions as deletion
    where deletion.account_id = ${account_id}
      and deletion.state <> 'sent'
    limit 1`;
  return unsent.length === 1;
}

export async function findDeletion(
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

export async function findFullDeletion(
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

/** The page and the number of all that match come from one statement, so that they cannot disagree. */
export async function listDeletions(
  db: Queryable,
  account_id: string,
  { state, limit, offset }: DeletionFilter,
): Promise<{ deletions: Deletion[]; total: number }> {
  const wanted = db`
    where deletion.account_id = ${account_id}
      ${state === undefined ? db`` : db`and deletion.state = ${state}`}`;
  const rows = await db<Paged<Deletion, 'session_id'>[]>`
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

/** Also those that are not due, since one of them may be tried to find out whether the training app is back. */
// across accounts: one worker sends the deletions of all accounts
export function areDeletionsWaiting(db: Queryable, has_default: boolean): Fragment {
  return db`
    exists (
      select 1
      from core_deletions as waiting
      where waiting.state <> 'sent'
        ${andHasEndpoint(db, { has_default, held_accounts: [] })}
    )`;
}

export type WaitingDeletion = { account_id: string; session_id: string };

// across accounts: one worker sends the deletions of all accounts
export async function listDueDeletions(
  db: Queryable,
  now: Date,
  { limit, ...open }: OpenEndpoints & { limit: number },
): Promise<WaitingDeletion[]> {
  return db<WaitingDeletion[]>`
    select waiting.account_id, waiting.session_id
    from core_deletions as waiting
    where waiting.state <> 'sent'
      and waiting.due_at <= ${now}
      ${andHasEndpoint(db, open)}
    order by waiting.due_at
    limit ${limit}`;
}

/** The oldest that is not due yet, to find out whether the training app is back. */
// across accounts: one worker sends the deletions of all accounts
export async function findProbe(db: Queryable, now: Date, open: OpenEndpoints): Promise<WaitingDeletion[]> {
  return db<WaitingDeletion[]>`
    select waiting.account_id, waiting.session_id
    from core_deletions as waiting
    where waiting.state = 'queued'
      and waiting.claim_id is null
      ${andNotHeldBack(db, now)}
      ${andHasEndpoint(db, open)}
    order by waiting.due_at
    limit 1`;
}

export function claimDueDeletions(
  db: Queryable,
  account_id: string,
  session_ids: readonly string[],
  claim: Claim,
): Promise<ClaimedDeletion[]> {
  return claimThose(
    db,
    account_id,
    session_ids,
    claim,
    db`and waiting.state <> 'sent' and waiting.due_at <= ${claim.now}`,
  );
}

export function claimProbe(
  db: Queryable,
  account_id: string,
  session_ids: readonly string[],
  claim: Claim,
): Promise<ClaimedDeletion[]> {
  return claimThose(
    db,
    account_id,
    session_ids,
    claim,
    db`and waiting.state = 'queued' and waiting.claim_id is null ${andNotHeldBack(db, claim.now)}`,
  );
}

async function claimThose(
  db: Queryable,
  account_id: string,
  session_ids: readonly string[],
  { claim_id, now, lease_until }: Claim,
  andFree: Fragment,
): Promise<ClaimedDeletion[]> {
  return db<ClaimedDeletion[]>`
    update core_deletions as deletion
    set due_at = ${lease_until},
        claim_id = ${claim_id},
        attempts = deletion.attempts + 1,
        last_attempt_at = ${now}
    from (
      select waiting.session_id
      from core_deletions as waiting
      where waiting.account_id = ${account_id}
        and waiting.session_id = any (${[...session_ids]})
        ${andFree}
      for update skip locked
    ) as due
    where deletion.account_id = ${account_id}
      and deletion.session_id = due.session_id
    returning deletion.account_id, deletion.session_id, deletion.deleted_at, deletion.attempts`;
}

/** Only the holder of the claim writes the result. */
export async function recordResult(
  db: Queryable,
  account_id: string,
  session_id: string,
  { claim_id, ...result }: Result,
): Promise<void> {
  await db`
    update core_deletions
    set ${db({ ...result, claim_id: null })}
    where account_id = ${account_id}
      and session_id = ${session_id}
      and claim_id = ${claim_id}`;
}

/** False when nothing is left to send. */
export async function makeDue(
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
