import type { Context } from '../../access/context.ts';
import { plainAddress } from '../../lib/mail/emailAddress.ts';
import { notFound } from '../../access/notFound.ts';
import { setCommitProof, transaction, type Database, type Transaction } from '../../lib/sql/sql.ts';
import { verifyPassword } from '../../lib/crypto/passwords.ts';
import { actAsUser, type RequestServices } from '../../access/platform.ts';
import { accountIdOf, type SignIn } from '../../access/signIn.ts';
import { recordAudit } from '../../audit/audit.ts';
import { hasSecondFactor, verifySecondFactorCode } from '../secondFactor/secondFactor.ts';
import { lockUserOrStaff } from './sql/person.ts';
import * as queries from './sql/signIns.ts';
import { storeLanguageOfUser } from './language.ts';
import { makeSignInWithToken, type SignInBrowser } from './signIns.ts';
import {
  checkSignInThrottle,
  resetSignInAttempts,
  isKnownNetworkAddress,
  recordSignInAttempt,
  undoSignInAttempt,
  type SignInAttempt,
  type ThrottleDecision,
} from './throttle.ts';

export type Credentials = { email: string; password: string };

export type SignInOutcome =
  | { kind: 'signed-in'; token: string }
  | { kind: 'needs-code'; token: string }
  | { kind: 'wrong' }
  | { kind: 'slow-down' };

/**
 * Signs a user in. Unknown addresses and wrong passwords get the same response after the same work, so that neither
 * reveals whether an address is known.
 */
export async function signIn(
  here: RequestServices,
  credentials: Credentials,
  browser: SignInBrowser,
): Promise<SignInOutcome> {
  const { db, now } = here;
  const email = plainAddress(credentials.email.trim().slice(0, 254));
  const attempt: SignInAttempt = { kind: 'password', whose: email, address: browser.address };
  const person = await queries.findUserForSignIn(db, email);
  const verdict = await verifyPassword(credentials.password, person?.password_hash ?? null, {
    mayTry: () => mayTry(db, attempt, person, now),
    noteWrong: async () => void (await recordSignInAttempt(db, attempt, now)),
  });
  if (verdict === 'not tried') return { kind: 'slow-down' };
  if (!person || verdict === 'wrong') return { kind: 'wrong' };

  await resetSignInAttempts(db, attempt);
  return begin(actAsUser(here, person.account_id, person.user_id), person, browser);
}

async function begin(
  ctx: Context,
  person: queries.UserForSignIn,
  browser: SignInBrowser,
): Promise<SignInOutcome> {
  const { account_id } = ctx;
  const { user_id, password_hash } = person;
  const { token, row } = makeSignInWithToken(ctx, user_id, browser);
  return transaction(ctx.db, async (tx) => {
    const held = await lockUserOrStaff(tx, account_id, user_id);
    // The password was replaced while it was being verified.
    if (held?.password_hash !== password_hash) return { kind: 'wrong' };
    const awaits_code = await hasSecondFactor(tx, account_id, user_id);
    await queries.insertSignIn(tx, account_id, { ...row, awaits_code });
    setCommitProof(tx, (later) => queries.hasSignIn(later, account_id, row.id));
    if (awaits_code) return { kind: 'needs-code', token };
    await noteSignIn(tx, ctx, user_id, browser);
    return { kind: 'signed-in', token };
  });
}

/** Checks the code of the second factor. The incomplete sign-in ends, and a complete one with a new token begins. */
export async function submitSecondFactor(
  here: RequestServices,
  incomplete: SignIn,
  code: string,
  browser: SignInBrowser,
): Promise<SignInOutcome> {
  const { user_id } = incomplete;
  const ctx = actAsUser(here, accountIdOf(incomplete), user_id);
  const { account_id, now } = ctx;
  const attempt: SignInAttempt = { kind: 'second factor', whose: user_id, address: browser.address };
  const throttle = await recordSignInAttempt(here.db, attempt, now);
  if (!(await permits(here.db, throttle, { account_id, user_id }, attempt))) return { kind: 'slow-down' };
  const { token, row } = makeSignInWithToken(ctx, user_id, browser);
  const passed = await transaction(ctx.db, async (tx) => {
    if (!(await lockUserOrStaff(tx, account_id, user_id))) return false;
    if (!(await queries.lockSignIn(tx, account_id, incomplete.id))) return false;
    if (!(await verifySecondFactorCode(tx, ctx, user_id, code))) return false;
    await queries.endSignIns(tx, account_id, user_id, { id: incomplete.id, now });
    await queries.insertSignIn(tx, account_id, row);
    await noteSignIn(tx, ctx, user_id, browser);
    return true;
  });
  if (!passed) return { kind: 'wrong' };
  await undoSignInAttempt(here.db, attempt);
  return { kind: 'signed-in', token };
}

/** Signs in a user who has just used a mailed link. */
export async function signInByLink(ctx: Context, user_id: string, browser: SignInBrowser): Promise<string> {
  const { db, account_id } = ctx;
  const { token, row } = makeSignInWithToken(ctx, user_id, browser);
  return transaction(db, async (tx) => {
    if (!(await lockUserOrStaff(tx, account_id, user_id))) throw notFound('Link');
    await queries.insertSignIn(tx, account_id, row);
    await noteSignIn(tx, ctx, user_id, browser);
    return token;
  });
}

async function noteSignIn(
  tx: Transaction,
  ctx: Context,
  user_id: string,
  { address, browser, language }: SignInBrowser,
): Promise<void> {
  if (language) await storeLanguageOfUser(tx, { account_id: ctx.account_id, user_id }, language);
  await recordAudit(tx, ctx, { action: 'session.signed_in', details: { address, browser } });
}

async function mayTry(
  db: Database,
  attempt: SignInAttempt,
  person: queries.UserForSignIn | undefined,
  now: Date,
): Promise<boolean> {
  return permits(db, await checkSignInThrottle(db, attempt, now), person, attempt);
}

async function permits(
  db: Database,
  throttle: ThrottleDecision,
  person: { account_id: string; user_id: string } | undefined,
  { address }: SignInAttempt,
): Promise<boolean> {
  if (throttle !== 'known-addresses-only') return throttle === 'free';
  return person !== undefined && isKnownNetworkAddress(db, person, address);
}
