import type { Queryable, Transaction } from '../../../lib/sql/sql.ts';

export async function replacePairingCode(
  tx: Transaction,
  account_id: string,
  seat_id: string,
  code: { code_hash: Buffer; expires_at: Date },
): Promise<void> {
  await deletePairingCodes(tx, account_id, seat_id);
  await tx`
    insert into pairing_codes ${tx({ account_id, seat_id, ...code })}`;
}

// across accounts: the shards of this table are chosen by `code_hash`, which is unknown here
export async function deletePairingCodes(
  tx: Transaction,
  account_id: string,
  seat_id: string,
): Promise<void> {
  await tx`
    delete from pairing_codes
    where account_id = ${account_id}
      and seat_id = ${seat_id}`;
}

type PairingCodeRow = { account_id: string; seat_id: string };

/** Finds an open pairing code without using it up. Returns undefined if the code is wrong, expired or used. */
// across accounts: the code identifies the account
export async function findPairingCode(
  db: Queryable,
  code_hash: Buffer,
  now: Date,
): Promise<PairingCodeRow | undefined> {
  const [pairing] = await db<PairingCodeRow[]>`
    select code.account_id, code.seat_id
    from pairing_codes as code
    where code.code_hash = ${code_hash}
      and code.expires_at > ${now}`;
  return pairing;
}

export async function isAccountActive(db: Queryable, account_id: string): Promise<boolean> {
  const found = await db`
    select 1
    from accounts as account
    where account.id = ${account_id}
      and account.state = 'active'`;
  return found.length === 1;
}

/** Returns false if another request used the code first. */
export async function usePairingCode(
  tx: Transaction,
  account_id: string,
  code_hash: Buffer,
): Promise<boolean> {
  const used = await tx`
    delete from pairing_codes
    where account_id = ${account_id}
      and code_hash = ${code_hash}
    returning code_hash`;
  return used.length === 1;
}
