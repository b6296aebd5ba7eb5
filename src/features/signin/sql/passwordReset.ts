import { PLATFORM_ACCOUNT_ID } from '../../../access/platform.ts';
import type { Fragment, Queryable, Transaction } from '../../../lib/sql/sql.ts';

export type PasswordReset = { id: string; user_id: string; token_hash: Buffer; created_at: Date };

export async function insertPasswordReset(
  tx: Transaction,
  account_id: string,
  reset: PasswordReset,
): Promise<void> {
  await tx`
    insert into password_resets ${tx({ account_id, ...reset })}`;
}

export async function findPasswordReset(
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

/** Joins the active user of a link: from `staff` for PLATFORM, otherwise from `users`. */
function joinUser(db: Queryable, account_id: string): Fragment {
  if (account_id === PLATFORM_ACCOUNT_ID)
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

/** Marks a link as used. Returns false if it was already used. */
export async function usePasswordReset(
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

/** Ends all unused links of a user, for example after a new password. */
export async function endPasswordResets(
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
