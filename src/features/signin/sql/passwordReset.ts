import { PLATFORM } from '../../../access/platform.ts';
import type { Fragment, Queryable, Transaction } from '../../../lib/sql/sql.ts';

export type PasswordReset = { id: string; user_id: string; token_hash: Buffer; created_at: Date };

export async function insertReset(tx: Transaction, account_id: string, reset: PasswordReset): Promise<void> {
  await tx`
    insert into password_resets ${tx({ account_id, ...reset })}`;
}

export async function findReset(
  db: Queryable,
  account_id: string,
  token_hash: Buffer,
  made_after: Date,
): Promise<{ user_id: string } | undefined> {
  const [reset] = await db<{ user_id: string }[]>`
    select reset.user_id
    from password_resets as reset
    ${joinUser(db, account_id)}
    where reset.account_id = ${account_id}
      and reset.token_hash = ${token_hash}
      and reset.created_at > ${made_after}
      and reset.used_at is null`;
  return reset;
}

/** The table of the user: users or staff. */
function joinUser(db: Queryable, account_id: string): Fragment {
  if (account_id === PLATFORM)
    return db`
    join staff as person
      on person.id = reset.user_id
      and person.status = 'active'`;
  return db`
    join users as person
      on person.account_id = ${account_id}
      and person.id = reset.user_id
      and person.status = 'active'
    join accounts as account
      on account.id = reset.account_id
      and account.state = 'active'`;
}

/** False when it was used in the meantime. */
export async function useReset(
  tx: Transaction,
  account_id: string,
  token_hash: Buffer,
  now: Date,
): Promise<boolean> {
  const used = await tx`
    update password_resets
    set used_at = ${now}
    where account_id = ${account_id}
      and token_hash = ${token_hash}
      and used_at is null
    returning id`;
  return used.length === 1;
}

/** A new password ends all older links. */
export async function endResets(
  tx: Transaction,
  account_id: string,
  user_id: string,
  now: Date,
): Promise<void> {
  await tx`
    update password_resets
    set used_at = ${now}
    where account_id = ${account_id}
      and user_id = ${user_id}
      and used_at is null`;
}
