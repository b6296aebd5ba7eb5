import type { Context } from '../../access/context.ts';
import { actAs, PLATFORM, type Services } from '../../access/platform.ts';
import { accountOf, type Session } from '../../access/browser.ts';
import { DAY_MS } from '../../lib/clock.ts';
import { notFound } from '../../lib/errors.ts';
import { isUuid, newId } from '../../lib/ids.ts';
import { transaction, type Transaction } from '../../lib/sql.ts';
import { hashToken, makeToken, parseToken } from '../../lib/tokens.ts';
import { audit } from '../../audit/audit.ts';
import * as queries from './sql/signIns.ts';

const IDLE_MS = DAY_MS;
export const SESSION_LIFE_MS = 14 * DAY_MS;
/** Who gave the password has this long to give the code. */
const CODE_WITHIN_MS = 10 * 60_000;
const SEEN_EVERY_MS = 60_000;

export type Browser = { address: string; browser: string };

/** A session with a token of its own: whatever the browser held before means nothing afterwards. */
export function newSession(
  { account_id, now }: Pick<Context, 'account_id' | 'now'>,
  user_id: string,
  by: Browser,
  awaits_code = false,
) {
  const token = makeToken('tbs_', account_id);
  const row: queries.SessionRow = {
    id: newId(now),
    user_id,
    token_hash: hashToken(token),
    awaits_code,
    address: by.address,
    browser: by.browser,
    created_at: now,
    last_seen_at: now,
  };
  return { token, row };
}

/** Whose session a cookie is: an admin's or a member's of an account, one of the staff's, or nobody's any more. */
export async function findSession(here: Services, token: string): Promise<Session | undefined> {
  const found = await findAny(here, token);
  if (!found || found.awaits_code) return undefined;
  const { awaits_code: _, last_seen_at, ...session } = found;
  if (here.now.getTime() - Date.parse(last_seen_at) > SEEN_EVERY_MS) {
    const { db, account_id, now } = actAs(here, accountOf(session), session.user_id);
    await queries.markSessionSeen(db, account_id, session.id, now);
  }
  return session;
}

/** Somebody who gave the password and still owes the code. */
export async function findHalfSession(here: Services, token: string): Promise<Session | undefined> {
  const found = await findAny(here, token);
  if (!found?.awaits_code || here.now.getTime() - Date.parse(found.last_seen_at) > CODE_WITHIN_MS)
    return undefined;
  return found;
}

async function findAny(
  { db, seenBy, now }: Services,
  token: string,
): Promise<queries.Live<Session> | undefined> {
  const parsed = parseToken(token);
  if (parsed?.prefix !== 'tbs_') return undefined;
  const { account_id } = parsed;
  if (account_id === PLATFORM) return queries.findLiveStaffSession(db, hashToken(token), lifetimes(now));
  return queries.findLiveSession(seenBy(account_id), account_id, hashToken(token), lifetimes(now));
}

export function listOwnSessions(
  { db, account_id, now }: Context,
  user_id: string,
): Promise<queries.OwnSession[]> {
  return queries.listOwnSessions(db, account_id, user_id, lifetimes(now));
}

export async function signOut(ctx: Context, session: Pick<Session, 'user_id'>, id: string): Promise<void> {
  if (!isUuid(id)) throw notFound('Sign-in');
  await transaction(ctx.db, async (tx) => {
    const which = { id, now: ctx.now };
    if ((await queries.endSessions(tx, ctx.account_id, session.user_id, which)) === 0)
      throw notFound('Sign-in');
    await audit(tx, ctx, { action: 'session.signed_out', target_id: id });
  });
}

export async function signOutEverywhere(ctx: Context, user_id: string): Promise<void> {
  await transaction(ctx.db, async (tx) => {
    const ended = await endAllSessions(tx, ctx, user_id);
    await audit(tx, ctx, { action: 'session.signed_out_everywhere', details: { sessions: ended } });
  });
}

/** Part of everything that puts the old sign-ins in doubt: a new password, a person who leaves. */
export async function endAllSessions(
  tx: Transaction,
  { account_id, now }: Pick<Context, 'account_id' | 'now'>,
  user_id: string,
): Promise<number> {
  return queries.endSessions(tx, account_id, user_id, { now });
}

function lifetimes(now: Date): queries.Lifetimes {
  return {
    born_after: new Date(now.getTime() - SESSION_LIFE_MS),
    seen_after: new Date(now.getTime() - IDLE_MS),
  };
}
