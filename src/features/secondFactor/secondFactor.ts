import type { Context } from '../../access/context.ts';
import { conflict, tooManyRequests } from '../../lib/errors.ts';
import { accessReasons } from '../../access/reasons.ts';
import { secondFactorReasons } from './reasons.ts';
import { transaction, type Queryable, type Transaction } from '../../lib/sql/sql.ts';
import { hashToken, randomBase62 } from '../../access/tokens.ts';
import { makeTotpSecret, findMatchingTotpStep } from '../../lib/crypto/totp.ts';
import { recordAudit } from '../../audit/audit.ts';
import { verifyCurrentPassword, lockUnchangedPassword } from '../signin/password.ts';
import { lockUserOrStaff } from '../signin/sql/person.ts';
import {
  resetPasswordGuesses,
  recordPasswordGuess,
  PASSWORD_GUESS_WINDOW_MS,
  type PasswordGuess,
} from '../signin/throttle.ts';
import type { SecondFactorActivation } from './contract.ts';
import * as queries from './queries.ts';

const RECOVERY_CODES = 10;
const RECOVERY_LENGTH = 12;

export function hasSecondFactor(db: Queryable, account_id: string, user_id: string): Promise<boolean> {
  return queries.hasActiveFactor(db, account_id, user_id);
}

/**
 * Creates the secret for the authenticator app. The second factor stays inactive until the user enters a first valid
 * code.
 */
export async function createSecondFactorSecret(ctx: Context, user_id: string): Promise<string> {
  const { db, account_id, now, tools } = ctx;
  const secret = makeTotpSecret();
  const sealed = tools.box.seal(secret, secondFactorEncryptionContext(user_id));
  if (!(await queries.insertFactor(db, account_id, { user_id, secret: sealed, created_at: now })))
    throw conflict(null, secondFactorReasons.second_factor_on);
  return secret;
}

/**
 * Activates the second factor. Requires a first valid code, and the password because the browser may be unattended.
 * Returns the recovery codes, which cannot be read again, or undefined if the code is wrong.
 */
export async function turnOnSecondFactor(
  ctx: Context,
  person: Owner,
  { code, current_password }: SecondFactorActivation,
): Promise<string[] | undefined> {
  const { db, account_id } = ctx;
  const { user_id } = person;
  const known_hash = await verifyCurrentPassword(ctx, person, current_password);
  const codes = Array.from({ length: RECOVERY_CODES }, () => randomBase62(RECOVERY_LENGTH).toUpperCase());
  return transaction(db, async (tx) => {
    await lockUnchangedPassword(tx, ctx, person, known_hash);
    const factor = await queries.lockFactor(tx, account_id, user_id);
    if (!factor || factor.is_on || !(await passesTotp(tx, ctx, { factor, user_id, code }))) return undefined;
    await queries.deleteRecoveryCodes(tx, account_id, user_id);
    await queries.insertRecoveryCodes(tx, account_id, user_id, codes.map(hashToken));
    await recordAudit(tx, ctx, { action: 'second_factor.turned_on', target_id: user_id });
    return codes;
  });
}

type Owner = { user_id: string };

/** Deactivates the second factor with a valid code. */
export function turnOffSecondFactor(ctx: Context, user_id: string, code: string): Promise<boolean> {
  return acceptSecondFactorCode(ctx, user_id, code, async (tx) => {
    await queries.deleteFactor(tx, ctx.account_id, user_id);
    await queries.deleteRecoveryCodes(tx, ctx.account_id, user_id);
    await recordAudit(tx, ctx, { action: 'second_factor.turned_off', target_id: user_id });
  });
}

/**
 * Accepts a code of a signed-in user and runs `work` in the same transaction. Each guess is counted before it is
 * checked, so that parallel guesses cannot bypass the limit.
 */
export async function acceptSecondFactorCode(
  ctx: Context,
  user_id: string,
  code: string,
  work?: (tx: Transaction) => Promise<void>,
): Promise<boolean> {
  const guess: PasswordGuess = { kind: 'second factor', whose: user_id };
  if ((await recordPasswordGuess(ctx.db, guess, ctx.now)) !== 'free')
    throw tooManyRequests('code', accessReasons.too_many_guesses, PASSWORD_GUESS_WINDOW_MS);
  const is_right = await transaction(ctx.db, async (tx) => {
    if (!(await lockUserOrStaff(tx, ctx.account_id, user_id))) return false;
    if (!(await verifySecondFactorCode(tx, ctx, user_id, code))) return false;
    await work?.(tx);
    return true;
  });
  if (is_right) await resetPasswordGuesses(ctx.db, guess);
  return is_right;
}

/** Checks a code of the authenticator app or a recovery code. Each code is accepted once. */
export async function verifySecondFactorCode(
  tx: Transaction,
  ctx: Context,
  user_id: string,
  code: string,
): Promise<boolean> {
  const { account_id, now } = ctx;
  const factor = await queries.lockFactor(tx, account_id, user_id);
  if (!factor?.is_on) return false;
  if (await passesTotp(tx, ctx, { factor, user_id, code })) return true;
  const code_hash = hashToken(code.replaceAll(/[\s-]/g, '').toUpperCase());
  const is_recovery = await queries.useRecoveryCode(tx, account_id, user_id, { code_hash, used_at: now });
  if (is_recovery)
    await recordAudit(tx, ctx, { action: 'second_factor.recovery_code_used', target_id: user_id });
  return is_recovery;
}

type Attempt = { factor: queries.SecondFactorState; user_id: string; code: string };

async function passesTotp(
  tx: Transaction,
  { account_id, now, tools: { box } }: Context,
  { factor, user_id, code }: Attempt,
): Promise<boolean> {
  const secret = box.open(factor.secret, secondFactorEncryptionContext(user_id));
  const step = findMatchingTotpStep(secret, code.replaceAll(/\s/g, ''), now, factor.last_step);
  if (step === undefined) return false;
  await queries.recordAcceptedTotpStep(tx, account_id, user_id, { last_step: step, confirmed_at: now });
  return true;
}

/** The associated data of the encrypted secret, so that it cannot be decrypted for another user. */
export function secondFactorEncryptionContext(user_id: string): string {
  return `second factor of ${user_id}`;
}
