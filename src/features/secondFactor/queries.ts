import type { Queryable, Transaction } from '../../lib/sql/sql.ts';

export type SecondFactorState = { secret: Buffer; last_step: number; is_on: boolean };

export async function hasActiveFactor(db: Queryable, account_id: string, user_id: string): Promise<boolean> {
  const found = await db`
    select 1
    from second_factors as factor
    where factor.account_id = ${account_id}
      and factor.user_id = ${user_id}
      and factor.confirmed_at is not null`;
  return found.length === 1;
}

/**
 * Stores a new secret for the setup of a second factor and replaces the secret of an unfinished setup. Returns false if
 * a second factor is already active.
 */
export async function insertFactor(
  db: Queryable,
  account_id: string,
  factor: { user_id: string; secret: Buffer; created_at: Date },
): Promise<boolean> {
  const inserted = await db`
    insert into second_factors as earlier (account_id, user_id, secret, created_at, last_step)
    values (${account_id}, ${factor.user_id}, ${factor.secret}, ${factor.created_at}, 0)
    on conflict (account_id, user_id) do update
      set secret = excluded.secret,
          created_at = excluded.created_at
      where earlier.account_id = ${account_id}
        and earlier.confirmed_at is null
    returning user_id`;
  return inserted.length === 1;
}

/** Locks the row, so that two concurrent requests cannot both use the same code. */
export async function lockFactor(
  tx: Transaction,
  account_id: string,
  user_id: string,
): Promise<SecondFactorState | undefined> {
  const [factor] = await tx<SecondFactorState[]>`
    select factor.secret, factor.last_step::float8 as last_step, factor.confirmed_at is not null as is_on
    from second_factors as factor
    where factor.account_id = ${account_id}
      and factor.user_id = ${user_id}
    for update of factor`;
  return factor;
}

export async function recordAcceptedTotpStep(
  tx: Transaction,
  account_id: string,
  user_id: string,
  passed: { last_step: number; confirmed_at: Date },
): Promise<void> {
  await tx`
    update second_factors
    set last_step = ${passed.last_step},
        confirmed_at = coalesce(confirmed_at, ${passed.confirmed_at})
    where account_id = ${account_id}
      and user_id = ${user_id}`;
}

export async function deleteFactor(tx: Transaction, account_id: string, user_id: string): Promise<void> {
  await tx`
    delete from second_factors
    where account_id = ${account_id}
      and user_id = ${user_id}`;
}

export async function insertRecoveryCodes(
  tx: Transaction,
  account_id: string,
  user_id: string,
  hashes: readonly Buffer[],
): Promise<void> {
  await tx`
    insert into recovery_codes ${tx(hashes.map((code_hash) => ({ account_id, user_id, code_hash })))}`;
}

export async function deleteRecoveryCodes(
  tx: Transaction,
  account_id: string,
  user_id: string,
): Promise<void> {
  await tx`
    delete from recovery_codes
    where account_id = ${account_id}
      and user_id = ${user_id}`;
}

/** Returns false if the recovery code is unknown or was used before. */
export async function useRecoveryCode(
  tx: Transaction,
  account_id: string,
  user_id: string,
  used: { code_hash: Buffer; used_at: Date },
): Promise<boolean> {
  const found = await tx`
    update recovery_codes
    set used_at = ${used.used_at}
    where account_id = ${account_id}
      and user_id = ${user_id}
      and code_hash = ${used.code_hash}
      and used_at is null
    returning user_id`;
  return found.length === 1;
}
