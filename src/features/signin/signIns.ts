import type { Language } from '../../lib/text/language.ts';
import type { Context } from '../../access/context.ts';
import { actAs, PLATFORM, type Services } from '../../access/platform.ts';
import { accountOf, type SignIn } from '../../access/signIn.ts';
import { DAY_MS } from '../../lib/time/clock.ts';
import { notFound } from '../../access/notFound.ts';
import { isUuid, newId } from '../../lib/ids.ts';
import { transaction, type Transaction } from '../../lib/sql/sql.ts';
import { hashToken, makeToken, parseToken } from '../../access/tokens.ts';
import { recordAudit } from '../../audit/audit.ts';
import * as queries from './sql/signIns.ts';

const IDLE_MS = DAY_MS;
export const SIGN_IN_LIFE_MS = 14 * DAY_MS;
/** How long the code may be given after the password. */
const CODE_LIFETIME_MS = 10 * 60_000;
const SEEN_EVERY_MS = 60_000;

export type Browser = { address: string; browser: string; language?: Language };

/** A new sign-in with a new token, whatever token the browser had before. */
export function newSignIn(
  { account_id, now }: Pick<Context, 'account_id' | 'now'>,
  user_id: string,
  by: Browser,
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

/** The live sign-in of a cookie's token; undefined when it has ended. */
export async function findSignIn(here: Services, token: string): Promise<SignIn | undefined> {
  const found = await findAny(here, token);
  if (!found || found.awaits_code) return undefined;
  const { awaits_code: _, last_seen_at, ...sign_in } = found;
  if (here.now.getTime() - Date.parse(last_seen_at) > SEEN_EVERY_MS) {
    const { db, account_id, now } = actAs(here, accountOf(sign_in), sign_in.user_id);
    await queries.markSignInSeen(db, account_id, sign_in.id, now);
  }
  return sign_in;
}

/** A sign-in that still needs the code. */
export async function findHalfSignIn(here: Services, token: string): Promise<SignIn | undefined> {
  const found = await findAny(here, token);
  if (!found?.awaits_code || here.now.getTime() - Date.parse(found.last_seen_at) > CODE_LIFETIME_MS)
    return undefined;
  return found;
}

async function findAny(
  { db, databaseFor, now }: Services,
  token: string,
): Promise<queries.LiveSignIn<SignIn> | undefined> {
  const parsed = parseToken(token);
  if (parsed?.prefix !== 'tbs_') return undefined;
  const { account_id } = parsed;
  if (account_id === PLATFORM) return queries.findLiveStaffSignIn(db, hashToken(token), lifetimes(now));
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

function lifetimes(now: Date): queries.SignInLifetimes {
  return {
    born_after: new Date(now.getTime() - SIGN_IN_LIFE_MS),
    seen_after: new Date(now.getTime() - IDLE_MS),
  };
}
