import { PLATFORM } from '../../../access/platform.ts';
import type { Fragment, Queryable, Transaction } from '../../../lib/sql/sql.ts';

type Person = { email: string; password_hash: string | null };

/** By user id; the address directory is not readable within an account. */
export async function findPasswordHash(
  db: Queryable,
  account_id: string,
  user_id: string,
): Promise<string | null> {
  const [person] = await db<Person[]>`${selectPerson(db, account_id, user_id)}`;
  return person?.password_hash ?? null;
}

/** Locks a person: acts that end their sign-ins, such as a new password, wait for this transaction. */
export async function lockUser(
  tx: Transaction,
  account_id: string,
  user_id: string,
): Promise<Person | undefined> {
  const [person] = await tx<Person[]>`
    ${selectPerson(tx, account_id, user_id)}
    for no key update`;
  return person;
}

function selectPerson(db: Queryable, account_id: string, user_id: string): Fragment {
  return db`
    select person.email, person.password_hash
    from ${usersTableOf(db, account_id)} as person
    where person.id = ${user_id}
      and person.status = 'active'
      ${account_id === PLATFORM ? db`` : db`and person.account_id = ${account_id}`}`;
}

function usersTableOf(db: Queryable, account_id: string): Fragment {
  return account_id === PLATFORM ? db`staff` : db`users`;
}
