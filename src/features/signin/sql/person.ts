import { PLATFORM_ACCOUNT_ID } from '../../../access/platform.ts';
import type { Fragment, Queryable, Transaction } from '../../../lib/sql/sql.ts';

type Person = { email: string; password_hash: string | null };

/**
 * Finds the hash by user id, because the database handle of an account cannot read the directory of email addresses.
 */
export async function findPasswordHash(
  db: Queryable,
  account_id: string,
  user_id: string,
): Promise<string | null> {
  const [person] = await db<Person[]>`${selectPerson(db, account_id, user_id)}`;
  return person?.password_hash ?? null;
}

/**
 * Locks a user or staff member. Operations that end sign-ins, such as a new password, lock the same row and wait for
 * this transaction.
 */
export async function lockUserOrStaff(
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
      ${account_id === PLATFORM_ACCOUNT_ID ? db`` : db`and person.account_id = ${account_id}`}`;
}

function usersTableOf(db: Queryable, account_id: string): Fragment {
  return account_id === PLATFORM_ACCOUNT_ID ? db`staff` : db`users`;
}
