import type { Queryable, Transaction } from '../../../lib/sql/sql.ts';
import type { User } from '../contract.ts';
import { userColumns, withSeat } from './columns.ts';
import { COUNTED_USERS, type ListedUsers } from './counted.ts';

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

// across accounts: an address belongs to one user of the whole installation
export async function isReserved(db: Queryable, email: string): Promise<boolean> {
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

/** False when it was so already, or when there is no such user. Counted changes are changes of a locked row. */
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

export async function isUser(db: Queryable, account_id: string, id: string): Promise<boolean> {
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

/** The page and the number of all that match come from one statement, so that they cannot disagree. */
export async function listUsers(
  db: Queryable,
  account_id: string,
  filter: ListedUsers,
): Promise<{ users: User[]; total: number }> {
  const { shown, total } = await COUNTED_USERS.readPage<User>(db, account_id, filter, {
    columns: userColumns(db),
    joins: withSeat(db, account_id),
  });
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
