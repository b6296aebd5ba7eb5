import { idsOf } from '../../../lib/schema/idList.ts';
import { isoTime } from '../../../lib/sql/isoTime.ts';
import { andContainsWords } from '../../../lib/sql/containsWords.ts';
import { pageOf, type RowWithTotal } from '../../../lib/sql/paging.ts';
import type { Fragment, Queryable, Transaction } from '../../../lib/sql/sql.ts';
import { userColumns, withSeat } from './columns.ts';
import type { AccountUser, AccountUserExportFilter, AccountUserFilter } from '../people/contract.ts';

/** Reads the page and the total with one statement, so that both come from one snapshot. */
export async function listAccountUsers(
  db: Queryable,
  account_id: string,
  filter: AccountUserFilter,
): Promise<{ people: AccountUser[]; total: number }> {
  const rows = await db<RowWithTotal<AccountUser>[]>`
    select matching.total, page.*
    from (
      select count(*)::int as total
      from users as person
      where person.account_id = ${account_id}
        ${whereMatches(db, filter)}
    ) as matching
    left join lateral (
      select ${accountUserColumns(db)}
      from users as person
      ${withSeat(db, account_id)}
      ${withInvitation(db, account_id)}
      where person.account_id = ${account_id}
        ${whereMatches(db, filter)}
      order by person.created_at desc, person.id desc
      limit ${filter.limit}
      offset ${filter.offset}
    ) as page on true
    order by page.created_at desc, page.id desc`;
  const { shown, total } = pageOf(rows);
  return { people: shown, total };
}

export async function findAccountUser(
  db: Queryable,
  account_id: string,
  id: string,
): Promise<AccountUser | undefined> {
  const [user] = await db<AccountUser[]>`
    select ${accountUserColumns(db)}
    from users as person
    ${withSeat(db, account_id)}
    ${withInvitation(db, account_id)}
    where person.account_id = ${account_id}
      and person.id = ${id}`;
  return user;
}

// across accounts: columns of statements that filter by account
export function accountUserColumns(db: Queryable): Fragment {
  return db`
    ${userColumns(db)},
    case when person.is_admin then 'admin' else 'member' end as access,
    ${standing(db)} as standing,
    person.erased_at,
    case
      when invitation.id is not null
      then json_build_object(
        'sent_at', ${isoTime(db, db`invitation.created_at`)}, 'expires_at', ${isoTime(db, db`invitation.expires_at`)}
      )
    end as invitation`;
}

export function withInvitation(db: Queryable, account_id: string): Fragment {
  return db`
    left join lateral (
      select open.id, open.created_at, open.expires_at
      from invitations as open
      where open.account_id = ${account_id}
        and open.user_id = person.id
        and person.password_hash is null
      order by open.id desc
      limit 1
    ) as invitation on true`;
}

/** Finds the state of the user with this email address in the account. */
export async function findInviteConflict(
  db: Queryable,
  account_id: string,
  email: string,
): Promise<AccountUser['standing'] | undefined> {
  const [person] = await db<Pick<AccountUser, 'standing'>[]>`
    select ${standing(db)} as standing
    from users as person
    where person.account_id = ${account_id}
      and person.email = ${email}`;
  return person?.standing;
}

export async function findUserIdByEmail(
  db: Queryable,
  account_id: string,
  email: string,
): Promise<string | undefined> {
  const [address] = await db<{ user_id: string }[]>`
    select address.user_id
    from email_addresses as address
    where address.account_id = ${account_id}
      and address.email = ${email}`;
  return address?.user_id;
}

/** Locks users in the order of their ids, so that two concurrent requests do not deadlock. */
export async function lockUsers(
  tx: Transaction,
  account_id: string,
  ids: readonly string[],
): Promise<{ id: string; governs: boolean }[]> {
  return tx<{ id: string; governs: boolean }[]>`
    select person.id, person.is_admin and person.status = 'active' as governs
    from users as person
    where person.account_id = ${account_id}
      and person.id in ${tx(ids)}
    order by person.id
    for update of person`;
}

/** Locks a user and all active admins, in the order of their ids to prevent deadlocks. */
export async function lockUserAndAdmins(
  tx: Transaction,
  account_id: string,
  id: string,
): Promise<{ id: string; governs: boolean; signs_in: boolean }[]> {
  return tx<{ id: string; governs: boolean; signs_in: boolean }[]>`
    select
      person.id,
      person.is_admin and person.status = 'active' as governs,
      person.is_admin and person.status = 'active' and person.password_hash is not null as signs_in
    from users as person
    where person.account_id = ${account_id}
      and (person.id = ${id} or (person.is_admin and person.status = 'active'))
    order by person.id
    for update of person`;
}

type Erasable = { email: string; full_name: string; is_admin: boolean };

/** Finds the personal data of a user; undefined if it was already erased. */
export async function findErasableUser(
  tx: Queryable,
  account_id: string,
  id: string,
): Promise<Erasable | undefined> {
  const [person] = await tx<Erasable[]>`
    select person.email, person.full_name, person.is_admin
    from users as person
    where person.account_id = ${account_id}
      and person.id = ${id}
      and person.erased_at is null`;
  return person;
}

/**
 * Replaces the name and the email address of a user. The domain `.invalid` cannot be registered. The row keeps the
 * erased texts until the request log has been searched for them.
 */
export async function eraseUser(
  tx: Transaction,
  account_id: string,
  { id, erased_at, texts }: { id: string; erased_at: Date; texts: readonly string[] },
): Promise<void> {
  await tx`
    update users
    set full_name = 'Erased person',
        email = 'erased-' || id || '@erased.invalid',
        password_hash = null,
        erased_at = ${erased_at},
        unswept_texts = ${[...texts]}
    where account_id = ${account_id}
      and id = ${id}`;
}

// across accounts: one background job finishes the erasures of all accounts
export function unfinishedErasureExists(db: Queryable, erased_before: Date): Fragment {
  return db`
    exists (
      select 1
      from users as person
      where person.unswept_texts is not null
        and person.erased_at < ${erased_before}
    )`;
}

export type UnfinishedErasure = { account_id: string; id: string; texts: string[] };

// across accounts: one background job finishes the erasures of all accounts
export async function listUnfinishedErasures(
  db: Queryable,
  erased_before: Date,
): Promise<UnfinishedErasure[]> {
  return db<UnfinishedErasure[]>`
    select person.account_id, person.id, person.unswept_texts as texts
    from users as person
    where person.unswept_texts is not null
      and person.erased_at < ${erased_before}
    order by person.erased_at
    limit 100`;
}

export async function markErasureFinished(db: Queryable, account_id: string, id: string): Promise<void> {
  await db`
    update users
    set unswept_texts = null
    where account_id = ${account_id}
      and id = ${id}`;
}

export async function isUserErased(tx: Transaction, account_id: string, id: string): Promise<boolean> {
  const found = await tx`
    select 1
    from users as person
    where person.account_id = ${account_id}
      and person.id = ${id}
      and person.erased_at is not null`;
  return found.length === 1;
}

/** Reads the access and the status of a user, in the form of a change. */
export async function findAccessAndStatus(
  tx: Transaction,
  account_id: string,
  id: string,
): Promise<{ access: 'admin' | 'member'; status: 'active' | 'inactive' } | undefined> {
  const [found] = await tx<{ access: 'admin' | 'member'; status: 'active' | 'inactive' }[]>`
    select case when person.is_admin then 'admin' else 'member' end as access, person.status
    from users as person
    where person.account_id = ${account_id}
      and person.id = ${id}`;
  return found;
}

/** Returns false if the user already had this role. */
export async function setAdmin(
  tx: Transaction,
  account_id: string,
  id: string,
  is_admin: boolean,
): Promise<boolean> {
  const changed = await tx`
    update users
    set is_admin = ${is_admin}
    where account_id = ${account_id}
      and id = ${id}
      and is_admin <> ${is_admin}
    returning id`;
  return changed.length === 1;
}

// across accounts: conditions in statements that filter by account
export function whereMatches(db: Queryable, filter: AccountUserExportFilter): Fragment {
  const { search, user_ids, access, status, standing: wanted } = filter;
  const text = db`lower(person.full_name || ' ' || person.email)`;
  return db`
    ${access === undefined ? db`` : db`and person.is_admin = ${access === 'admin'}`}
    ${status === undefined ? db`` : db`and person.status = ${status}`}
    ${wanted === undefined ? db`` : db`and ${standing(db)} = ${wanted}`}
    ${user_ids === undefined ? db`` : db`and person.id = any (${idsOf(user_ids)}::uuid[])`}
    ${andContainsWords(db, text, search)}`;
}

function standing(db: Queryable): Fragment {
  return db`
    case
      when person.status = 'inactive' then 'inactive'
      when person.password_hash is null then 'invited'
      else 'active'
    end`;
}

/** True if an active admin has a password. */
export async function hasAdminWithPassword(tx: Transaction, account_id: string): Promise<boolean> {
  const found = await tx`
    select 1
    from users as person
    where person.account_id = ${account_id}
      and person.is_admin
      and person.status = 'active'
      and person.password_hash is not null
    limit 1`;
  return found.length === 1;
}
