import { createHash, randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { DAY_MS } from '../lib/time/clock.ts';
import { badRequest, conflict } from '../lib/errors.ts';
import { accessReasons } from './reasons.ts';
import { untranslated } from '../lib/text/reasons.ts';
import { beforeCommit, type Database } from '../lib/sql/sql.ts';
import { runApartFromRequest } from '../lib/sql/retrySafety.ts';
import type { Context } from './context.ts';
import * as queries from './sql/idempotency.ts';

const HEADER = 'Idempotency-Key';

export const KEY_LIFETIME_MS = DAY_MS;
/** How long after its deadline a request may still run before its key is free again. */
const ABANDONED_GRACE_MS = 5_000;
const KEY = /^[\x21-\x7e]{1,255}$/;

export type KeyedRequest = {
  key: string;
  credential_id: string;
  /** The part of a request that must be equal for a repetition. */
  content: unknown;
  status: number;
  deadline_ms: number;
  /** The answer holds a secret. */
  is_secret?: boolean;
};

export type KeyedAnswer = { status: number; text: string; replayed: boolean };

/**
 * Runs the work at most once per key. The answer is written in the verb's own transaction: either both are
 * there after a crash, or neither is and the key may be used again.
 */
export async function runIdempotent<C extends Context>(
  ctx: C,
  request: KeyedRequest,
  work: (ctx: C) => Promise<unknown>,
): Promise<KeyedAnswer> {
  if (!KEY.test(request.key))
    throw badRequest(HEADER, untranslated('must be 1 to 255 visible ASCII characters'));
  // Lets other requests run between reading a large body and hashing it.
  await setImmediate();
  const claim = makeClaim(ctx, request);
  // The key is free again after a failure, so a claim alone is nothing that the request has written.
  const earlier = await runApartFromRequest(() => claimOrFind(ctx, claim, request.deadline_ms));
  const store = storeFor(ctx, claim, request);
  if (earlier) return replay(claim, earlier, store);

  try {
    return await runAndSave(ctx, request.status, { claim, store }, work);
  } catch (error) {
    // The first error is thrown; a key that could not be released becomes free after a while.
    await runApartFromRequest(() => queries.releaseIdempotencyKey(ctx.db, ctx.account_id, claim)).catch(
      () => {},
    );
    throw error;
  }
}

function makeClaim({ now }: Context, { key, credential_id, content }: KeyedRequest): queries.KeyClaim {
  const fingerprint = createHash('sha256').update(JSON.stringify(content)).digest('hex');
  return { credential_id, key, fingerprint, claim_id: randomUUID(), claimed_at: now };
}

async function claimOrFind(
  { db, account_id, now }: Context,
  claim: queries.KeyClaim,
  deadline_ms: number,
): Promise<queries.StoredKeyClaim | undefined> {
  const claimed = await queries.claimIdempotencyKey(db, account_id, claim, {
    forgotten_before: new Date(now.getTime() - KEY_LIFETIME_MS),
    abandoned_before: new Date(now.getTime() - deadline_ms - ABANDONED_GRACE_MS),
  });
  if (claimed) return undefined;
  const earlier = await queries.findIdempotencyKey(db, account_id, claim);
  if (!earlier) throw stillRunning();
  return earlier;
}

/** How the text of an answer is stored. */
type Store = { keep: (text: string) => string; read: (kept: string) => string };

const PLAIN: Store = { keep: (text) => text, read: (kept) => kept };

function storeFor(
  { account_id, tools: { box } }: Context,
  { credential_id, key }: queries.KeyClaim,
  { is_secret = false }: KeyedRequest,
): Store {
  const context = answerSecretContext(account_id, credential_id, key);
  const sealed: Store = {
    keep: (text) => box.seal(text, context).toString('base64'),
    read: (kept) => box.open(Buffer.from(kept, 'base64'), context),
  };
  return is_secret ? sealed : PLAIN;
}

/** The context that a sealed answer is bound to. */
export function answerSecretContext(account_id: string, credential_id: string, key: string): string {
  return `answer ${account_id} ${credential_id} ${key}`;
}

function replay(claim: queries.KeyClaim, earlier: queries.StoredKeyClaim, { read }: Store): KeyedAnswer {
  if (earlier.fingerprint !== claim.fingerprint) {
    throw badRequest(HEADER, accessReasons.already_used);
  }
  if (earlier.status === null || earlier.answer === null) throw stillRunning();
  return { status: earlier.status, text: read(earlier.answer), replayed: true };
}

async function runAndSave<C extends Context>(
  ctx: C,
  status: number,
  { claim, store }: { claim: queries.KeyClaim; store: Store },
  work: (ctx: C) => Promise<unknown>,
): Promise<KeyedAnswer> {
  let saved: string | undefined;
  const save = async (db: Parameters<typeof queries.saveIdempotentAnswer>[0], answer: unknown) => {
    const text = JSON.stringify(answer ?? null);
    const saving = { status, answer: store.keep(text) };
    if (!(await queries.saveIdempotentAnswer(db, ctx.account_id, claim, saving))) throw stillRunning();
    saved = text;
  };

  const db: Database = beforeCommit(ctx.db, save);
  const answer = await work({ ...ctx, db });
  const text = JSON.stringify(answer);
  if (text !== saved) await save(ctx.db, answer);
  return { status, text, replayed: false };
}

function stillRunning() {
  return conflict(HEADER, accessReasons.still_running);
}
