import { pageOf, type Paged } from '../../../lib/paging.ts';
import type { Fragment, Queryable, Transaction } from '../../../lib/sql.ts';
import type { User, UserFilter } from '../contract.ts';

export type UserRow = {
  account_id: string;
  id: string;
  email: string;
  full_name: string;
  is_admin: boolean;
  password_hash: string | null;
  created_at: Date;
};

export type UserStatus = 'active' | 'inactive';

/** False when the address is taken. */
// across accounts: an address belongs to one user of the whole installation
export async function reserveAddress(
  tx: Transaction,
  owner: { email: string; account_id: string | null; user_id: string },
): Promise<boolean> {
  const reserved = await tx`
    insert into email_addresses ${tx(owner)}
    on conflict (email) do nothing
    returning email`;
  return reserved.length === 1;
}

export async function insertUser(
  tx: Transaction,
  account_id: string,
  user: Omit<UserRow, 'account_id'>,
): Promise<void> {
  await tx`
    insert into users ${tx({ account_id, ...user })}`;
}

export async function setUserStatus(
  db: Queryable,
  account_id: string,
  id: string,
  status: UserStatus,
): Promise<boolean> {
  const changed = await db`
    update users
    set status = ${status}
    where account_id = ${account_id}
      and id = ${id}
      and status <> ${status}`;
  return changed.count === 1;
}

export async function isUser(db: Queryable, account_id: string, id: string): Promise<boolean> {
  const found = await db`
    select 1
    from users as person
    where person.account_id = ${account_id}
      and person.id = ${id}`;
  return found.length === 1;
}

/** The page and the number of all that match come from one statement, so that they cannot disagree. */
export async function listUsers(
  db: Queryable,
  account_id: string,
  filter: UserFilter,
): Promise<{ users: User[]; total: number }> {
  const rows = await db<Paged<User>[]>`
    select matching.total, page.*
    from (
      select count(*)::int as total
      from users as person
      ${withSeat(db)}
      where person.account_id = ${account_id}
        ${matches(db, filter)}
    ) as matching
    left join lateral (
      select ${userColumns(db)}
      from users as person
      ${withSeat(db)}
      where person.account_id = ${account_id}
        ${matches(db, filter)}
      order by person.created_at desc, person.id desc
      limit ${filter.limit}
      offset ${filter.offset}
    ) as page on true
    order by page.created_at desc, page.id desc`;
  const { shown, total } = pageOf(rows);
  return { users: shown, total };
}

export type SessionCount = { user_id: string; sessions: number; minutes: number; started_at: string | null };

/** Adds differences, so that two sessions of one user that end at once are both counted. */
export async function addToCounters(
  tx: Transaction,
  account_id: string,
  { user_id, sessions, minutes, started_at }: SessionCount,
): Promise<void> {
  await tx`
    update users
    set total_sessions = total_sessions + ${sessions},
        total_minutes = total_minutes + ${minutes},
        last_session_at = greatest(last_session_at, ${started_at}::timestamptz)
    where account_id = ${account_id}
      and id = ${user_id}`;
}

/** Call while the row is locked, so that every counted session is visible. */
export async function recountLastSession(
  tx: Transaction,
  account_id: string,
  user_id: string,
): Promise<void> {
  await tx`
    update users
    set last_session_at = (
      select max(session.started_at)
      from sessions as session
      where session.account_id = ${account_id}
        and session.user_id = ${user_id}
        and session.deleted_at is null
    )
    where account_id = ${account_id}
      and id = ${user_id}`;
}

/** The user's first seat. */
// across accounts: words of a query that names the account itself
export function withSeat(db: Queryable): Fragment {
  return db`
    left join lateral (
      select seat.id, seat.device_name, seat.roles, seat.device_token_hash is not null as device_token_set
      from seats as seat
      where seat.account_id = person.account_id
        and seat.user_id = person.id
      order by seat.created_at, seat.id
      limit 1
    ) as seat on true`;
}

function matches(db: Queryable, { role, status }: UserFilter): Fragment {
  return db`
    ${role === undefined ? db`` : db`and ${roleOf(db)} = ${role}`}
    ${status === undefined ? db`` : db`and person.status = ${status}`}`;
}

function roleOf(db: Queryable): Fragment {
  return db`
    case
      when 'trainer' = any (seat.roles) then 'trainer'
      when seat.id is not null then 'trainee'
      when person.is_admin then 'tenant_admin'
      else 'trainee'
    end`;
}

// across accounts: words of a query that names the account itself
export function userColumns(db: Queryable): Fragment {
  return db`
    person.id,
    person.email,
    person.full_name,
    ${roleOf(db)} as role,
    person.status,
    case
      when seat.id is not null
      then json_build_object(
        'id', seat.id, 'device_name', seat.device_name, 'device_token_set', seat.device_token_set
      )
    end as seat,
    person.last_session_at,
    person.total_sessions::float8 as total_sessions,
    person.total_minutes::float8 as total_minutes,
    person.created_at`;
}
