import type { Context } from '../../access/context.ts';
import { plainAddress } from '../../lib/mail/emailAddress.ts';
import { notFound } from '../../access/notFound.ts';
import { setCommitProof, transaction, type Database, type Transaction } from '../../lib/sql/sql.ts';
import { verifyPassword } from '../../lib/crypto/passwords.ts';
import { actAs, type Services } from '../../access/platform.ts';
import { accountOf, type SignIn } from '../../access/signIn.ts';
import { recordAudit } from '../../audit/audit.ts';
import { hasSecondFactor, passSecondFactor } from '../secondFactor/secondFactor.ts';
import { lockUser } from './sql/person.ts';
import * as queries from './sql/signIns.ts';
import { keepLanguage } from './language.ts';
import { newSignIn, type Browser } from './signIns.ts';
import {
  checkThrottle,
  resetAttempts,
  isKnownAddress,
  recordAttempt,
  undoAttempt,
  type SignInAttempt,
  type Throttle,
} from './throttle.ts';

export type Credentials = { email: string; password: string };

export type SignInOutcome =
  | { kind: 'signed-in'; token: string }
  | { kind: 'needs-code'; token: string }
  | { kind: 'wrong' }
  | { kind: 'slow-down' };

/** Unknown addresses and wrong passwords get the same answer after the same work. */
export async function signIn(
  here: Services,
  credentials: Credentials,
  browser: Browser,
): Promise<SignInOutcome> {
  const { db, now } = here;
  const email = plainAddress(credentials.email.trim().slice(0, 254));
  const attempt: SignInAttempt = { kind: 'password', whose: email, address: browser.address };
  const person = await queries.findSigningUser(db, email);
  const verdict = await verifyPassword(credentials.password, person?.password_hash ?? null, {
    mayTry: () => mayTry(db, attempt, person, now),
    noteWrong: async () => void (await recordAttempt(db, attempt, now)),
  });
  if (verdict === 'not tried') return { kind: 'slow-down' };
  if (!person || verdict === 'wrong') return { kind: 'wrong' };

  await resetAttempts(db, attempt);
  return begin(actAs(here, person.account_id, person.user_id), person, browser);
}

async function begin(ctx: Context, person: queries.SigningUser, browser: Browser): Promise<SignInOutcome> {
  const { account_id } = ctx;
  const { user_id, password_hash } = person;
  const { token, row } = newSignIn(ctx, user_id, browser);
  return transaction(ctx.db, async (tx) => {
    const held = await lockUser(tx, account_id, user_id);
    // Replaced while it was compared.
    if (held?.password_hash !== password_hash) return { kind: 'wrong' };
    const awaits_code = await hasSecondFactor(tx, account_id, user_id);
    await queries.insertSignIn(tx, account_id, { ...row, awaits_code });
    setCommitProof(tx, (later) => queries.hasSignIn(later, account_id, row.id));
    if (awaits_code) return { kind: 'needs-code', token };
    await noteSignIn(tx, ctx, user_id, browser);
    return { kind: 'signed-in', token };
  });
}

/** Checks the code; the sign-in that needed it ends and a complete one begins. */
export async function submitSecondFactor(
  here: Services,
  half: SignIn,
  code: string,
  browser: Browser,
): Promise<SignInOutcome> {
  const { user_id } = half;
  const ctx = actAs(here, accountOf(half), user_id);
  const { account_id, now } = ctx;
  const attempt: SignInAttempt = { kind: 'second factor', whose: user_id, address: browser.address };
  const throttle = await recordAttempt(here.db, attempt, now);
  if (!(await permits(here.db, throttle, { account_id, user_id }, attempt))) return { kind: 'slow-down' };
  const { token, row } = newSignIn(ctx, user_id, browser);
  const passed = await transaction(ctx.db, async (tx) => {
    if (!(await lockUser(tx, account_id, user_id))) return false;
    if (!(await queries.lockSignIn(tx, account_id, half.id))) return false;
    if (!(await passSecondFactor(tx, ctx, user_id, code))) return false;
    await queries.endSignIns(tx, account_id, user_id, { id: half.id, now });
    await queries.insertSignIn(tx, account_id, row);
    await noteSignIn(tx, ctx, user_id, browser);
    return true;
  });
  if (!passed) return { kind: 'wrong' };
  await undoAttempt(here.db, attempt);
  return { kind: 'signed-in', token };
}

/** Signs a user in who has just used a mailed link. */
export async function signInByLink(ctx: Context, user_id: string, browser: Browser): Promise<string> {
  const { db, account_id } = ctx;
  const { token, row } = newSignIn(ctx, user_id, browser);
  return transaction(db, async (tx) => {
    if (!(await lockUser(tx, account_id, user_id))) throw notFound('Link');
    await queries.insertSignIn(tx, account_id, row);
    await noteSignIn(tx, ctx, user_id, browser);
    return token;
  });
}

async function noteSignIn(
  tx: Transaction,
  ctx: Context,
  user_id: string,
  { address, browser, language }: Browser,
): Promise<void> {
  if (language) await keepLanguage(tx, { account_id: ctx.account_id, user_id }, language);
  await recordAudit(tx, ctx, { action: 'session.signed_in', details: { address, browser } });
}

async function mayTry(
  db: Database,
  attempt: SignInAttempt,
  person: queries.SigningUser | undefined,
  now: Date,
): Promise<boolean> {
  return permits(db, await checkThrottle(db, attempt, now), person, attempt);
}

async function permits(
  db: Database,
  throttle: Throttle,
  person: { account_id: string; user_id: string } | undefined,
  { address }: SignInAttempt,
): Promise<boolean> {
  if (throttle !== 'known-addresses-only') return throttle === 'free';
  return person !== undefined && isKnownAddress(db, person, address);
}
