import type { Context } from '../../access/context.ts';
import { PLATFORM_ACCOUNT_ID } from '../../access/platform.ts';
import type { SignIn } from '../../access/signIn.ts';
import { badRequest, tooManyRequests } from '../../lib/errors.ts';
import { accessReasons } from '../../access/reasons.ts';
import { signinReasons } from './reasons.ts';
import { hashPassword, verifyPassword } from '../../lib/crypto/passwords.ts';
import { transaction, type Transaction } from '../../lib/sql/sql.ts';
import { recordAudit } from '../../audit/audit.ts';
import { setStaffPassword } from '../staff/passwords.ts';
import { setPassword } from '../users/passwords.ts';
import type { PasswordChange } from './contract.ts';
import * as queries from './sql/signIns.ts';
import { deleteEmailChange } from './sql/newAddress.ts';
import { endPasswordResets } from './sql/passwordReset.ts';
import { findPasswordHash, lockUserOrStaff } from './sql/person.ts';
import {
  resetPasswordGuesses,
  recordPasswordGuess,
  PASSWORD_GUESS_WINDOW_MS,
  type PasswordGuess,
} from './throttle.ts';

/** Changes the password of a user who knows the old one; all other sign-ins end. */
export async function changePassword(
  ctx: Context,
  sign_in: SignIn,
  { current_password, new_password }: PasswordChange,
): Promise<{ signed_out: number }> {
  const { db, account_id, now } = ctx;
  const { user_id } = sign_in;
  const known_hash = await verifyCurrentPassword(ctx, sign_in, current_password);
  const password_hash = await hashPassword(new_password);
  return transaction(db, async (tx) => {
    await lockUnchangedPassword(tx, ctx, sign_in, known_hash);
    if (!(await replacePassword(tx, account_id, user_id, password_hash)))
      throw badRequest('current_password', signinReasons.wrong_password);
    await endPasswordResets(tx, account_id, user_id, now);
    await deleteEmailChange(tx, account_id, user_id);
    const signed_out = await queries.endSignIns(tx, account_id, user_id, { except: sign_in.id, now });
    await recordAudit(tx, ctx, { action: 'password.changed', target_id: user_id, details: { signed_out } });
    return { signed_out };
  });
}

/** Sets the password of a user or staff member. Returns false if they are no longer active. */
export function replacePassword(
  tx: Transaction,
  account_id: string,
  user_id: string,
  password_hash: string,
): Promise<boolean> {
  if (account_id === PLATFORM_ACCOUNT_ID) return setStaffPassword(tx, user_id, password_hash);
  return setPassword(tx, account_id, user_id, password_hash);
}

/**
 * Verifies the current password and returns its hash. Guesses are counted before they are verified. A transaction that
 * changes credentials must call `lockUnchangedPassword` with this hash.
 */
export async function verifyCurrentPassword(
  { db, account_id, now }: Pick<Context, 'db' | 'account_id' | 'now'>,
  { user_id }: Pick<SignIn, 'user_id'>,
  password: string,
): Promise<string | null> {
  const guess: PasswordGuess = { kind: 'password', whose: user_id };
  const password_hash = await findPasswordHash(db, account_id, user_id);
  const verdict = await verifyPassword(password, password_hash, {
    mayTry: async () => (await recordPasswordGuess(db, guess, now)) === 'free',
    noteWrong: async () => {},
  });
  if (verdict === 'not tried')
    throw tooManyRequests('current_password', accessReasons.too_many_guesses, PASSWORD_GUESS_WINDOW_MS);
  if (verdict === 'wrong') throw badRequest('current_password', signinReasons.wrong_password);
  await resetPasswordGuesses(db, guess);
  return password_hash;
}

/** Locks the user. Throws if the password was replaced since it was verified, because verification takes time. */
export async function lockUnchangedPassword(
  tx: Transaction,
  { account_id }: Pick<Context, 'account_id'>,
  { user_id }: Pick<SignIn, 'user_id'>,
  known_hash: string | null,
): Promise<void> {
  const held = await lockUserOrStaff(tx, account_id, user_id);
  if (!held || held.password_hash !== known_hash)
    throw badRequest('current_password', signinReasons.wrong_password);
}
