import type { Queryable, Transaction } from '../../../lib/sql/sql.ts';

export type NewEmailChange = { user_id: string; email: string; token_hash: Buffer; created_at: Date };

/** A newer request replaces the previous one of the user. */
export async function upsertEmailChange(
  tx: Transaction,
  account_id: string,
  change: NewEmailChange,
): Promise<void> {
  await tx`
    insert into email_changes ${tx({ account_id, ...change })}
    on conflict (account_id, user_id) do update
      set email = excluded.email,
          token_hash = excluded.token_hash,
          created_at = excluded.created_at`;
}

export type StoredEmailChange = { user_id: string; email: string; created_at: string };

export async function findEmailChange(
  db: Queryable,
  account_id: string,
  which: { user_id: string; token_hash?: Buffer; made_after: Date },
): Promise<StoredEmailChange | undefined> {
  const [asked] = await db<StoredEmailChange[]>`
    select asked.user_id, asked.email, asked.created_at
    from email_changes as asked
    where asked.account_id = ${account_id}
      and asked.user_id = ${which.user_id}
      and asked.created_at > ${which.made_after}
      ${which.token_hash === undefined ? db`` : db`and asked.token_hash = ${which.token_hash}`}`;
  return asked;
}

/** Uses up a link and returns its address; undefined if the link was already used or replaced. */
export async function useEmailChange(
  tx: Transaction,
  account_id: string,
  which: { user_id: string; token_hash: Buffer; made_after: Date },
): Promise<string | undefined> {
  const [used] = await tx<{ email: string }[]>`
    delete from email_changes
    where account_id = ${account_id}
      and user_id = ${which.user_id}
      and token_hash = ${which.token_hash}
      and created_at > ${which.made_after}
    returning email`;
  return used?.email;
}

/** Deletes the pending change of a user and returns its new address, if there was one. */
export async function deleteEmailChange(
  tx: Transaction,
  account_id: string,
  user_id: string,
): Promise<string | undefined> {
  const [ended] = await tx<{ email: string }[]>`
    delete from email_changes
    where account_id = ${account_id}
      and user_id = ${user_id}
    returning email`;
  return ended?.email;
}
