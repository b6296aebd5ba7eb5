import * as queries from './sql/signIns.ts';
import type { Language } from '../../lib/text/language.ts';
import type { Context } from '../../access/context.ts';
import {
  actAsUser,
  PLATFORM_ACCOUNT_ID,
  type RequestServices,
  type PlatformContext,
} from '../../access/platform.ts';
import { accountIdOf, type SignIn } from '../../access/signIn.ts';
import { DAY_MS, MINUTE_MS } from '../../lib/time/clock.ts';
import { notFound } from '../../access/notFound.ts';
import { isUuid, newId } from '../../lib/ids.ts';
import { transaction, type Transaction } from '../../lib/sql/sql.ts';
import { hashToken, makeToken, parseToken } from '../../access/tokens.ts';
import { recordAudit } from '../../audit/audit.ts';
import { deleteCountersBefore } from '../../access/throttle/counters.ts';

const IDLE_MS = DAY_MS;
export const SIGN_IN_LIFE_MS = 14 * DAY_MS;
/** The time in which the code of the second factor must follow the password. */
const CODE_LIFETIME_MS = 10 * MINUTE_MS;
const SEEN_EVERY_MS = MINUTE_MS;

export type SignInBrowser = { address: string; browser: string; language?: Language };

/**
 * Makes a sign-in with a new token. A token that the browser had before is never reused, which prevents session
 * fixation.
 */
export function makeSignInWithToken(
  { account_id, now }: Pick<Context, 'account_id' | 'now'>,
  user_id: string,
  by: SignInBrowser,
) {
  const token = makeToken('tbs_', account_id);
  const row: queries.SignInRow = {
    id: newId(now),
    user_id,
    token_hash: hashToken(token),
    awaits_code: false,
    address: by.address,
    browser: by.browser,
    created_at: now,
    last_seen_at: now,
  };
  return { token, row };
}

/** Finds the sign-in of a cookie's token; undefined if it has ended, has expired or still needs a code. */
export async function findSignIn(here: RequestServices, token: string): Promise<SignIn | undefined> {
  const found = await findAny(here, token);
  if (!found || found.awaits_code) return undefined;
  const { awaits_code: _, last_seen_at, ...sign_in } = found;
  if (here.now.getTime() - Date.parse(last_seen_at) > SEEN_EVERY_MS) {
    const { db, account_id, now } = actAsUser(here, accountIdOf(sign_in), sign_in.user_id);
    await queries.markSignInSeen(db, account_id, sign_in.id, now);
  }
  return sign_in;
}

/** Finds a sign-in that still needs the code of the second factor. */
export async function findIncompleteSignIn(
  here: RequestServices,
  token: string,
): Promise<SignIn | undefined> {
  const found = await findAny(here, token);
  if (!found?.awaits_code || here.now.getTime() - Date.parse(found.last_seen_at) > CODE_LIFETIME_MS)
    return undefined;
  return found;
}

async function findAny(
  { db, databaseFor, now }: RequestServices,
  token: string,
): Promise<queries.LiveSignIn<SignIn> | undefined> {
  const parsed = parseToken(token);
  if (parsed?.prefix !== 'tbs_') return undefined;
  const { account_id } = parsed;
  if (account_id === PLATFORM_ACCOUNT_ID)
    return queries.findLiveStaffSignIn(db, hashToken(token), lifetimes(now));
  return queries.findLiveSignIn(databaseFor(account_id), account_id, hashToken(token), lifetimes(now));
}

export function listOwnSignIns(
  { db, account_id, now }: Context,
  user_id: string,
): Promise<queries.OwnSignIn[]> {
  return queries.listOwnSignIns(db, account_id, user_id, lifetimes(now));
}

export async function signOut(ctx: Context, sign_in: Pick<SignIn, 'user_id'>, id: string): Promise<void> {
  if (!isUuid(id)) throw notFound('Sign-in');
  await transaction(ctx.db, async (tx) => {
    const which = { id, now: ctx.now };
    if ((await queries.endSignIns(tx, ctx.account_id, sign_in.user_id, which)) === 0)
      throw notFound('Sign-in');
    await recordAudit(tx, ctx, { action: 'session.signed_out', target_id: id });
  });
}

export async function signOutEverywhere(ctx: Context, user_id: string): Promise<void> {
  await transaction(ctx.db, async (tx) => {
    const ended = await endAllSignIns(tx, ctx, user_id);
    await recordAudit(tx, ctx, { action: 'session.signed_out_everywhere', details: { sessions: ended } });
  });
}

/** Ends all sign-ins of a user, for example after a new password. */
export async function endAllSignIns(
  tx: Transaction,
  { account_id, now }: Pick<Context, 'account_id' | 'now'>,
  user_id: string,
): Promise<number> {
  return queries.endSignIns(tx, account_id, user_id, { now });
}

function lifetimes(now: Date): queries.SignInTimeLimits {
  return {
    born_after: new Date(now.getTime() - SIGN_IN_LIFE_MS),
    seen_after: new Date(now.getTime() - IDLE_MS),
  };
}

/** Old sign-ins are kept for this long, because the throttle reads the known networks of a user from them. */
const SIGN_INS_KEPT_MS = 90 * DAY_MS;

/** Deletes old sign-ins, old counters of attempts, and expired links. */
export async function deleteExpiredSignIns({ db, now }: PlatformContext): Promise<void> {
  const yesterday = new Date(now.getTime() - DAY_MS);
  const sessions_before = new Date(now.getTime() - SIGN_INS_KEPT_MS);
  await queries.deleteOldSignIns(db, { sign_ins_before: sessions_before, links_before: yesterday });
  await deleteCountersBefore(db, yesterday);
}
