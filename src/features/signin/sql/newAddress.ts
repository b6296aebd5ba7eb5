import type { Queryable, Transaction } from '../../../lib/sql/sql.ts';

export type AddressChange = { user_id: string; email: string; token_hash: Buffer; created_at: Date };

/** A newer request replaces the one before. */
export async function upsertAddressChange(
  tx: Transaction,
  account_id: string,
  change: AddressChange,
): Promise<void> {
  await tx`
    insert into email_changes ${tx({ account_id, ...change })}
    on conflict (account_id, user_id) do update
      set email = excluded.email,
          token_hash = excluded.token_hash,
          created_at = excluded.created_at`;
}

export type AddressChangeRow = { user_id: string; email: string; created_at: string };

export async function findAddressChange(
  db: Queryable,
  account_id: string,
  which: { user_id: string; token_hash?: Buffer; made_after: Date },
): Promise<AddressChangeRow | undefined> {
  const [asked] = await db<AddressChangeRow[]>`
    select asked.user_id, asked.email, asked.created_at
    from email_changes as asked
    where asked.account_id = ${account_id}
      and asked.user_id = ${which.user_id}
      and asked.created_at > ${which.made_after}
      ${which.token_hash === undefined ? db`` : db`and asked.token_hash = ${which.token_hash}`}`;
  return asked;
}

/** The address of a link, which works once; undefined when it was used or replaced in the meantime. */
export async function useAddressChange(
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

/** Ends the open link; returns where it was sent to, if there was one. */
export async function endAddressChange(
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
