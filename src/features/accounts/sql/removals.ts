import type { Queryable, Transaction } from '../../../lib/sql/sql.ts';
import type { LockedTable } from '../../../lib/concurrency/queue/queue.ts';
import type { AccountRemoval } from '../removal/contract.ts';

export type NewRemoval = {
  id: string;
  requested_at: Date;
  requested_by: AccountRemoval['requested_by'];
  staff_id: string | null;
  due_at: Date;
  next_at: Date;
};

/** Returns false if a removal of the account already exists. */
export async function insertRemoval(
  tx: Transaction,
  account_id: string,
  removal: NewRemoval,
): Promise<boolean> {
  const inserted = await tx`
    insert into account_removals ${tx({ account_id, ...removal })}
    on conflict do nothing`;
  return inserted.count === 1;
}

/** Finds the removal of an account that was not cancelled. With `id`, finds only this removal. */
export async function findAccountRemoval(
  db: Queryable,
  account_id: string,
  id?: string,
): Promise<AccountRemoval | undefined> {
  const [removal] = await db<AccountRemoval[]>`
    select removal.requested_at, removal.requested_by, removal.due_at, removal.started_at
    from account_removals as removal
    where removal.account_id = ${account_id}
      and removal.cancelled_at is null
      ${id === undefined ? db`` : db`and removal.id = ${id}`}`;
  return removal;
}

export async function lockRemoval(
  tx: Transaction,
  account_id: string,
): Promise<{ started_at: string | null } | undefined> {
  const [removal] = await tx<{ started_at: string | null }[]>`
    select removal.started_at
    from account_removals as removal
    where removal.account_id = ${account_id}
      and removal.cancelled_at is null
      and removal.finished_at is null
    for update`;
  return removal;
}

export async function cancelRemoval(tx: Transaction, account_id: string, now: Date): Promise<void> {
  await tx`
    update account_removals
    set cancelled_at = ${now}
    where account_id = ${account_id}
      and cancelled_at is null`;
}

export type DueRemoval = { account_id: string };

export const REMOVAL_QUEUE_TABLE: LockedTable<DueRemoval> = {
  table: 'account_removals',
  key: [],
  order: 'next_at',
  due: (db, now) => db`
    waiting.cancelled_at is null
    and waiting.finished_at is null
    and waiting.next_at <= ${now}`,
  nameOf: ({ account_id }) => account_id,
};

/**
 * Marks the removal as started and returns its start time. Undefined if it was cancelled, has finished, or is not due.
 */
export async function startRemoval(
  tx: Transaction,
  account_id: string,
  now: Date,
): Promise<{ started_at: string } | undefined> {
  const [removal] = await tx<{ started_at: string }[]>`
    update account_removals as removal
    set started_at = coalesce(removal.started_at, ${now})
    where removal.account_id = ${account_id}
      and removal.cancelled_at is null
      and removal.finished_at is null
      and removal.next_at <= ${now}
    returning removal.started_at`;
  return removal;
}

export async function addRemovedCount(
  tx: Transaction,
  account_id: string,
  { what, count }: { what: string; count: number },
): Promise<void> {
  await tx`
    update account_removals as removal
    set removed = removal.removed
      || jsonb_build_object(${what}::text, coalesce((removal.removed ->> ${what}::text)::int, 0) + ${count}::int)
    where removal.account_id = ${account_id}
      and removal.cancelled_at is null`;
}

export async function postponeRemoval(tx: Transaction, account_id: string, next_at: Date): Promise<void> {
  await tx`
    update account_removals
    set next_at = ${next_at}
    where account_id = ${account_id}
      and cancelled_at is null`;
}

export async function finishRemoval(tx: Transaction, account_id: string, now: Date): Promise<void> {
  await tx`
    update account_removals
    set finished_at = ${now}
    where account_id = ${account_id}
      and cancelled_at is null`;
}

export type AppToRemove = { client_id: string; is_deleted: boolean };

export async function listAppsToRemove(db: Queryable, account_id: string): Promise<AppToRemove[]> {
  return db<AppToRemove[]>`
    select app.client_id, app.deleted_at is not null as is_deleted
    from oauth_apps as app
    where app.account_id = ${account_id}`;
}

export type GrantRef = { account_id: string; id: string };

// across accounts: users of all accounts can connect the app
export async function listGrantsOfApp(db: Queryable, client_id: string, limit: number): Promise<GrantRef[]> {
  return db<GrantRef[]>`
    select given.account_id, given.id
    from oauth_grants as given
    where given.client_id = ${client_id}
    limit ${limit}`;
}

// across accounts: users of all accounts can be asked to connect the app
export async function listAccountsWithAuthorizationRequests(
  db: Queryable,
  client_id: string,
  limit: number,
): Promise<string[]> {
  const asked = await db<{ account_id: string }[]>`
    select distinct asked.account_id
    from oauth_authorizations as asked
    where asked.client_id = ${client_id}
    limit ${limit}`;
  return asked.map(({ account_id }) => account_id);
}

export type RecordWithFiles = { table: 'forms' | 'knowledge_documents'; id: string; keys: string[] };

/** Lists forms and documents with the keys of their files. */
export async function listRecordsWithFiles(
  db: Queryable,
  account_id: string,
  limit: number,
): Promise<RecordWithFiles[]> {
  return db<RecordWithFiles[]>`
    select 'forms' as table, form.id, array_remove(array[form.template_key, form.thumbnail_key], null) as keys
    from forms as form
    where form.account_id = ${account_id}
    union all
    select 'knowledge_documents', document.id, array[document.file_key]
    from knowledge_documents as document
    where document.account_id = ${account_id}
    limit ${limit}`;
}

/** Returns the given file keys that forms of other accounts also use. */
// across accounts: copies of a form in other accounts can share its files
export async function listSharedFileKeys(
  db: Queryable,
  account_id: string,
  keys: readonly string[],
): Promise<string[]> {
  const named = await db<{ key: string }[]>`
    select form.template_key as key
    from forms as form
    where form.template_key = any (${[...keys]})
      and form.account_id <> ${account_id}
    union
    select form.thumbnail_key
    from forms as form
    where form.thumbnail_key = any (${[...keys]})
      and form.account_id <> ${account_id}`;
  return named.map(({ key }) => key);
}

export type FinishedRemoval = AccountRemoval & {
  account_id: string;
  cancelled_at: string | null;
  finished_at: string | null;
  removed: Record<string, number>;
};

// across accounts: the platform stores the proof of removals
export async function listRemovals(
  db: Queryable,
  { limit, offset }: { limit: number; offset: number },
): Promise<FinishedRemoval[]> {
  return db<FinishedRemoval[]>`
    select
      removal.account_id, removal.requested_at, removal.requested_by, removal.due_at, removal.started_at,
      removal.cancelled_at, removal.finished_at, removal.removed
    from account_removals as removal
    order by removal.requested_at desc, removal.id desc
    limit ${limit}
    offset ${offset}`;
}
