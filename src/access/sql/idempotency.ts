import type { Queryable } from '../../lib/sql/sql.ts';

export type IdempotencyKeyClaim = {
  credential_id: string;
  key: string;
  fingerprint: string;
  claim_id: string;
  claimed_at: Date;
};

export type StoredIdempotencyKey = { fingerprint: string; status: number | null; answer: string | null };

/** Claims the key if it is unused, older than its lifetime, or claimed by a request that never finished. */
export async function claimIdempotencyKey(
  db: Queryable,
  account_id: string,
  claim: IdempotencyKeyClaim,
  limits: { forgotten_before: Date; abandoned_before: Date },
): Promise<boolean> {
  const claimed = await db`
    insert into idempotency_keys ${db({ account_id, ...claim })}
    on conflict (account_id, credential_id, key) do update
      set fingerprint = excluded.fingerprint,
          claim_id = excluded.claim_id,
          claimed_at = excluded.claimed_at,
          status = null,
          answer = null
      where idempotency_keys.account_id = ${account_id}
        and (
          idempotency_keys.claimed_at < ${limits.forgotten_before}
          or (idempotency_keys.status is null and idempotency_keys.claimed_at < ${limits.abandoned_before})
        )
    returning idempotency_keys.claim_id`;
  return claimed.length === 1;
}

export async function findIdempotencyKey(
  db: Queryable,
  account_id: string,
  { credential_id, key }: IdempotencyKeyClaim,
): Promise<StoredIdempotencyKey | undefined> {
  const [earlier] = await db<StoredIdempotencyKey[]>`
    select claim.fingerprint, claim.status, claim.answer
    from idempotency_keys as claim
    where claim.account_id = ${account_id}
      and claim.credential_id = ${credential_id}
      and claim.key = ${key}`;
  return earlier;
}

type SavedAnswer = { status: number; answer: string };

/** Returns false if a later request has claimed the key in the meantime. */
export async function saveIdempotentAnswer(
  db: Queryable,
  account_id: string,
  { credential_id, key, claim_id }: IdempotencyKeyClaim,
  { status, answer }: SavedAnswer,
): Promise<boolean> {
  const saved = await db`
    update idempotency_keys
    set status = ${status},
        answer = ${answer}
    where account_id = ${account_id}
      and credential_id = ${credential_id}
      and key = ${key}
      and claim_id = ${claim_id}
    returning claim_id`;
  return saved.length === 1;
}

export async function releaseIdempotencyKey(
  db: Queryable,
  account_id: string,
  { credential_id, key, claim_id }: IdempotencyKeyClaim,
): Promise<void> {
  await db`
    delete from idempotency_keys
    where account_id = ${account_id}
      and credential_id = ${credential_id}
      and key = ${key}
      and claim_id = ${claim_id}
      and status is null`;
}

// across accounts: one background job deletes the expired keys of all accounts
export async function deleteIdempotencyKeysBefore(db: Queryable, before: Date): Promise<number> {
  const forgotten = await db`
    delete from idempotency_keys
    where claimed_at < ${before}`;
  return forgotten.count;
}
