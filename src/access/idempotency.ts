import { createHash, randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { DAY_MS } from '../lib/time/clock.ts';
import { badRequest, conflict } from '../lib/errors.ts';
import { accessReasons } from './reasons.ts';
import { untranslated } from '../lib/text/reasons.ts';
import { withBeforeCommitStep, type Database } from '../lib/sql/sql.ts';
import { runWithoutWriteTracking } from '../lib/sql/retrySafety.ts';
import type { Context } from './context.ts';
import * as queries from './sql/idempotency.ts';

const HEADER = 'Idempotency-Key';

export const IDEMPOTENCY_KEY_LIFETIME_MS = DAY_MS;
/**
 * An Idempotency-Key whose request has not finished this long after its deadline counts as abandoned and can be used
 * again.
 */
const ABANDONED_GRACE_MS = 5_000;
const KEY = /^[\x21-\x7e]{1,255}$/;

export type IdempotentRequest = {
  key: string;
  credential_id: string;
  /** The parts of the request that must be equal when the key is used again. */
  content: unknown;
  status: number;
  deadline_ms: number;
  /** True if the response contains a secret; it is then stored encrypted. */
  is_secret?: boolean;
};

export type IdempotentAnswer = { status: number; text: string; replayed: boolean };

/**
 * Runs the work at most once per Idempotency-Key. The response is saved in the transaction of the work. After a crash,
 * either both exist, or neither exists and the key can be used again.
 */
export async function runIdempotent<C extends Context>(
  ctx: C,
  request: IdempotentRequest,
  work: (ctx: C) => Promise<unknown>,
): Promise<IdempotentAnswer> {
  if (!KEY.test(request.key))
    throw badRequest(HEADER, untranslated('must be 1 to 255 visible ASCII characters'));
  // Lets other requests run between reading a large body and hashing it.
  await setImmediate();
  const claim = makeClaim(ctx, request);
  // The claim of the key does not count as a write of the request: it is released after a failure, so a retry is safe.
  const earlier = await runWithoutWriteTracking(() => claimOrFind(ctx, claim, request.deadline_ms));
  const store = storeFor(ctx, claim, request);
  if (earlier) return replay(claim, earlier, store);

  try {
    return await runAndSave(ctx, request.status, { claim, store }, work);
  } catch (error) {
    // An error of the release is ignored, because an unfinished claim expires. The caller gets the original error.
    await runWithoutWriteTracking(() => queries.releaseIdempotencyKey(ctx.db, ctx.account_id, claim)).catch(
      () => {},
    );
    throw error;
  }
}

function makeClaim(
  { now }: Context,
  { key, credential_id, content }: IdempotentRequest,
): queries.IdempotencyKeyClaim {
  const fingerprint = createHash('sha256').update(JSON.stringify(content)).digest('hex');
  return { credential_id, key, fingerprint, claim_id: randomUUID(), claimed_at: now };
}

async function claimOrFind(
  { db, account_id, now }: Context,
  claim: queries.IdempotencyKeyClaim,
  deadline_ms: number,
): Promise<queries.StoredIdempotencyKey | undefined> {
  const claimed = await queries.claimIdempotencyKey(db, account_id, claim, {
    forgotten_before: new Date(now.getTime() - IDEMPOTENCY_KEY_LIFETIME_MS),
    abandoned_before: new Date(now.getTime() - deadline_ms - ABANDONED_GRACE_MS),
  });
  if (claimed) return undefined;
  const earlier = await queries.findIdempotencyKey(db, account_id, claim);
  if (!earlier) throw stillRunning();
  return earlier;
}

/** Converts the response to its stored form and back: plain text, or encrypted. */
type Store = { keep: (text: string) => string; read: (kept: string) => string };

const PLAIN: Store = { keep: (text) => text, read: (kept) => kept };

function storeFor(
  { account_id, tools: { box } }: Context,
  { credential_id, key }: queries.IdempotencyKeyClaim,
  { is_secret = false }: IdempotentRequest,
): Store {
  const context = storedAnswerContext(account_id, credential_id, key);
  const sealed: Store = {
    keep: (text) => box.seal(text, context).toString('base64'),
    read: (kept) => box.open(Buffer.from(kept, 'base64'), context),
  };
  return is_secret ? sealed : PLAIN;
}

/**
 * The associated data of an encrypted response, so that it cannot be decrypted for another account or Idempotency-Key.
 */
export function storedAnswerContext(account_id: string, credential_id: string, key: string): string {
  return `answer ${account_id} ${credential_id} ${key}`;
}

function replay(
  claim: queries.IdempotencyKeyClaim,
  earlier: queries.StoredIdempotencyKey,
  { read }: Store,
): IdempotentAnswer {
  if (earlier.fingerprint !== claim.fingerprint) {
    throw badRequest(HEADER, accessReasons.already_used);
  }
  if (earlier.status === null || earlier.answer === null) throw stillRunning();
  return { status: earlier.status, text: read(earlier.answer), replayed: true };
}

async function runAndSave<C extends Context>(
  ctx: C,
  status: number,
  { claim, store }: { claim: queries.IdempotencyKeyClaim; store: Store },
  work: (ctx: C) => Promise<unknown>,
): Promise<IdempotentAnswer> {
  let saved: string | undefined;
  const save = async (db: Parameters<typeof queries.saveIdempotentAnswer>[0], answer: unknown) => {
    const text = JSON.stringify(answer ?? null);
    const saving = { status, answer: store.keep(text) };
    if (!(await queries.saveIdempotentAnswer(db, ctx.account_id, claim, saving))) throw stillRunning();
    saved = text;
  };

  const db: Database = withBeforeCommitStep(ctx.db, save);
  const answer = await work({ ...ctx, db });
  const text = JSON.stringify(answer);
  if (text !== saved) await save(ctx.db, answer);
  return { status, text, replayed: false };
}

function stillRunning() {
  return conflict(HEADER, accessReasons.still_running);
}
