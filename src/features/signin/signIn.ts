import type { Context } from '../../access/context.ts';
import type { Database } from '../../lib/sql.ts';
import { transaction } from '../../lib/sql.ts';
import { verifyPassword } from '../../lib/passwords.ts';
import { audit } from '../audit/audit.ts';
import * as queries from './queries.ts';
import { newSession, type Browser } from './sessions.ts';
import { countAttempt, forgiveAttempts } from './throttle.ts';

export type Credentials = { email: string; password: string };

export type SignIn =
  | { kind: 'signed-in'; token: string }
  | { kind: 'needs-code'; token: string }
  | { kind: 'wrong' }
  | { kind: 'slow-down' };

type SignInServices = { db: Database; seenBy: (account_id: string) => Database; now: Date };

/** The same answer after the same work for a person who is unknown and for a password that is wrong. */
export async function signIn(
  { db, seenBy, now }: SignInServices,
  credentials: Credentials,
  browser: Browser,
): Promise<SignIn> {
  const email = credentials.email.trim().toLowerCase().slice(0, 254);
  const attempt = { email, address: browser.address };
  const throttle = await countAttempt(db, attempt, now);
  if (throttle === 'slow-down') return { kind: 'slow-down' };

  const person = await queries.findPerson(db, email);
  const is_right = await verifyPassword(credentials.password, person?.password_hash ?? null);
  if (throttle === 'known-addresses-only' && !(await isKnown(db, person, browser)))
    return { kind: 'slow-down' };
  if (!person || !is_right) return { kind: 'wrong' };

  await forgiveAttempts(db, attempt);
  const { account_id, user_id } = person;
  const ctx: Context = { db: seenBy(account_id), account_id, actor: { kind: 'user', user_id }, now };
  return begin(ctx, person, browser);
}

async function begin(ctx: Context, person: queries.Person, browser: Browser): Promise<SignIn> {
  const { account_id, now } = ctx;
  const { has_second_factor, user_id } = person;
  const { token, row } = newSession(account_id, user_id, browser, now, has_second_factor);
  await transaction(ctx.db, async (tx) => {
    await queries.insertSession(tx, account_id, row);
    if (!has_second_factor) await auditSignIn(tx, ctx, browser);
  });
  return { kind: has_second_factor ? 'needs-code' : 'signed-in', token };
}

export async function auditSignIn(
  tx: Parameters<typeof audit>[0],
  ctx: Context,
  { address, browser }: Browser,
): Promise<void> {
  await audit(tx, ctx, { action: 'session.signed_in', details: { address, browser } });
}

function isKnown(db: Database, person: queries.Person | undefined, { address }: Browser): Promise<boolean> {
  if (!person) return Promise.resolve(false);
  return queries.isKnownAddress(db, person.account_id, person.user_id, address);
}
