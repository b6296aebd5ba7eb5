import { pageOf, type Paged } from '../../../lib/sql/paging.ts';
import type { Fragment, Queryable, Transaction } from '../../../lib/sql/sql.ts';
import { userColumns, withSeat } from './columns.ts';
import type { AccountUser, AccountUserFilter } from '../people/contract.ts';

/** The page and the number of all that match come from one statement, so that they cannot disagree. */
export async function listAccountUsers(
  db: Queryable,
  account_id: string,
  filter: AccountUserFilter,
): Promise<{ people: AccountUser[]; total: number }> {
  const rows = await db<Paged<AccountUser>[]>`
    select matching.total, page.*
    from (
      select count(*)::int as total
      from users as person
      where person.account_id = ${account_id}
        ${matches(db, filter)}
    ) as matching
    left join lateral (
      select
        ${userColumns(db)},
        case when person.is_admin then 'admin' else 'member' end as access,
        ${standing(db)} as standing,
        person.erased_at,
        case
          when invitation.id is not null
          then json_build_object(
            'sent_at', ${iso(db, 'invitation.created_at')}, 'expires_at', ${iso(db, 'invitation.expires_at')}
          )
        end as invitation
      from users as person
      ${withSeat(db, account_id)}
      left join lateral (
        select open.id, open.created_at, open.expires_at
        from invitations as open
        where open.account_id = ${account_id}
          and open.user_id = person.id
          and person.password_hash is null
        order by open.id desc
        limit 1
      ) as invitation on true
      where person.account_id = ${account_id}
        ${matches(db, filter)}
      order by person.created_at desc, person.id desc
      limit ${filter.limit}
      offset ${filter.offset}
    ) as page on true
    order by page.created_at desc, page.id desc`;
  const { shown, total } = pageOf(rows);
  return { people: shown, total };
}

/** The state of a user of this account, by the address. */
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

export async function findByAddress(
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

/** Locks in the order of ids, so that two admins do not deadlock. */
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

/** Locks a user and all active admins, in the order of ids. */
export async function lockWithAdmins(
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

/** Undefined when it was done before. */
export async function findErasable(
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
 * Replaces the name and the address of a user; the new address is in a domain that nobody can register. The erased texts
 * stay until the request log was searched for them.
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

// across accounts: one worker ends the erasures of all accounts
export function areErasuresUnswept(db: Queryable, erased_before: Date): Fragment {
  return db`
    exists (
      select 1
      from users as person
      where person.unswept_texts is not null
        and person.erased_at < ${erased_before}
    )`;
}

export type UnsweptErasure = { account_id: string; id: string; texts: string[] };

// across accounts: one worker ends the erasures of all accounts
export async function listUnsweptErasures(db: Queryable, erased_before: Date): Promise<UnsweptErasure[]> {
  return db<UnsweptErasure[]>`
    select person.account_id, person.id, person.unswept_texts as texts
    from users as person
    where person.unswept_texts is not null
      and person.erased_at < ${erased_before}
    order by person.erased_at
    limit 100`;
}

export async function markSwept(db: Queryable, account_id: string, id: string): Promise<void> {
  await db`
    update users
    set unswept_texts = null
    where account_id = ${account_id}
      and id = ${id}`;
}

export async function isErased(tx: Transaction, account_id: string, id: string): Promise<boolean> {
  const found = await tx`
    select 1
    from users as person
    where person.account_id = ${account_id}
      and person.id = ${id}
      and person.erased_at is not null`;
  return found.length === 1;
}

/** False when it was so already. */
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

function matches(db: Queryable, { search, access, standing: wanted }: AccountUserFilter): Fragment {
  return db`
    ${access === undefined ? db`` : db`and person.is_admin = ${access === 'admin'}`}
    ${wanted === undefined ? db`` : db`and ${standing(db)} = ${wanted}`}
    ${
      search === undefined
        ? db``
        : db`and (
            position(lower(${search}) in lower(person.full_name)) > 0
            or position(lower(${search}) in person.email) > 0
          )`
    }`;
}

function standing(db: Queryable): Fragment {
  return db`
    case
      when person.status = 'inactive' then 'inactive'
      when person.password_hash is null then 'invited'
      else 'active'
    end`;
}

function iso(db: Queryable, column: string): Fragment {
  return db`to_char(${db.unsafe(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}

/** True if an active admin has a password. */
export async function hasSigningAdmin(tx: Transaction, account_id: string): Promise<boolean> {
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
