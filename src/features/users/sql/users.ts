import type { Queryable, Transaction } from '../../../lib/sql/sql.ts';
import type { User } from '../contract.ts';
import { userColumns, withSeat } from './columns.ts';
import { COUNTED_USERS, type UserListFilter } from './counted.ts';

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

/** Returns false if another user has this email address. */
// across accounts: an address belongs to one user of the whole installation
export async function reserveEmail(
  tx: Transaction,
  owner: { email: string; account_id: string | null; user_id: string },
): Promise<boolean> {
  const reserved = await tx`
    insert into email_addresses ${tx(owner)}
    on conflict (email) do nothing
    returning email`;
  return reserved.length === 1;
}

// across accounts: an address belongs to one user of the whole installation
export async function isEmailReserved(db: Queryable, email: string): Promise<boolean> {
  const reserved = await db`
    select 1
    from email_addresses as address
    where address.email = ${email}`;
  return reserved.length === 1;
}

export async function insertUser(
  tx: Transaction,
  account_id: string,
  user: Omit<UserRow, 'account_id'>,
): Promise<void> {
  await Promise.all([
    tx`insert into users ${tx({ account_id, ...user })}`,
    COUNTED_USERS.noteInserted(tx, account_id, [{ ...user, status: 'active' }]),
  ]);
}

/**
 * Returns false if the user already has this status or does not exist. The row is locked, because its change is
 * counted.
 */
export async function setUserStatus(
  tx: Transaction,
  account_id: string,
  id: string,
  status: UserStatus,
): Promise<boolean> {
  const [before] = await tx<{ status: UserStatus; created_at: string }[]>`
    select person.status, person.created_at
    from users as person
    where person.account_id = ${account_id}
      and person.id = ${id}
    for no key update`;
  if (!before || before.status === status) return false;
  await Promise.all([
    tx`
      update users
      set status = ${status}
      where account_id = ${account_id}
        and id = ${id}`,
    COUNTED_USERS.noteUpdated(tx, account_id, [{ before, after: { ...before, status } }]),
  ]);
  return true;
}

export async function hasUser(db: Queryable, account_id: string, id: string): Promise<boolean> {
  const found = await db`
    select 1
    from users as person
    where person.account_id = ${account_id}
      and person.id = ${id}`;
  return found.length === 1;
}

export async function findUser(db: Queryable, account_id: string, id: string): Promise<User | undefined> {
  const [user] = await db<User[]>`
    select ${userColumns(db)}
    from users as person
    ${withSeat(db, account_id)}
    where person.account_id = ${account_id}
      and person.id = ${id}`;
  return user;
}

/** Reads the page and the total with one statement, so that both come from one snapshot. */
export async function listUsers(
  db: Queryable,
  account_id: string,
  filter: UserListFilter,
): Promise<{ users: User[]; total: number }> {
  const { shown, total } = await COUNTED_USERS.readPage<User>(db, account_id, filter, {
    columns: userColumns(db),
    joins: withSeat(db, account_id),
  });
  return { users: shown, total };
}

export type SessionCountChange = {
  user_id: string;
  sessions: number;
  minutes: number;
  started_at: string | null;
};

/** Adds differences in SQL, so that two sessions of one user that end at the same time are both counted. */
export async function addToUserCounters(
  tx: Transaction,
  account_id: string,
  { user_id, sessions, minutes, started_at }: SessionCountChange,
): Promise<void> {
  await tx`
    update users
    set total_sessions = total_sessions + ${sessions},
        total_minutes = total_minutes + ${minutes},
        last_session_at = greatest(last_session_at, ${started_at}::timestamptz)
    where account_id = ${account_id}
      and id = ${user_id}`;
}

/** Recalculates `last_session_at` after a deletion. The user's row must be locked, so that all sessions are visible. */
export async function recomputeLastSession(
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
