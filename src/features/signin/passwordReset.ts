import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from '../../access/context.ts';
import { actAsUser, PLATFORM_ACCOUNT_ID, type RequestServices } from '../../access/platform.ts';
import { plainAddress } from '../../lib/mail/emailAddress.ts';
import { notFound } from '../../access/notFound.ts';
import { badRequest } from '../../lib/errors.ts';
import { newId } from '../../lib/ids.ts';
import type { Language } from '../../lib/text/language.ts';
import { hashPassword } from '../../lib/crypto/passwords.ts';
import { meetsRule } from '../../lib/schema/rules.ts';
import { transaction, type Database } from '../../lib/sql/sql.ts';
import { hashToken, makeToken, parseToken } from '../../access/tokens.ts';
import { recordAudit } from '../../audit/audit.ts';
import { mailSalutation, LINK_PARAGRAPH } from '../mail/content.ts';
import { languageOfRecipients } from '../mail/language.ts';
import { queueSecretMail, type Mail } from '../mail/mail.ts';
import { isMailToRecipientAllowed } from '../mail/quota.ts';
import { PASSWORD_RULE } from '../users/rules.ts';
import { findUserForSignIn, type UserForSignIn } from './sql/signIns.ts';
import { replacePassword } from './password.ts';
import { deleteEmailChange } from './sql/newAddress.ts';
import * as queries from './sql/passwordReset.ts';
import { lockUserOrStaff } from './sql/person.ts';
import { endAllSignIns } from './signIns.ts';
import {
  isKnownNetworkAddress,
  recordAttemptOfUnknownUser,
  recordSignInAttempt,
  type SignInAttempt,
} from './throttle.ts';
import { HOUR_MS } from '../../lib/time/clock.ts';
import { t } from './texts.ts';

const VALID_MS = HOUR_MS;
/** The minimum response time, which hides whether a mail was queued. */
const ANSWER_MS = 150;

/** Queues a mail with a link. The response does not reveal whether the address is known. */
export async function requestPasswordReset(
  services: RequestServices,
  email: string,
  address: string,
): Promise<void> {
  await Promise.all([
    queueReset(services, plainAddress(email.trim().slice(0, 254)), address),
    sleep(ANSWER_MS),
  ]);
}

async function queueReset(here: RequestServices, email: string, address: string): Promise<void> {
  const { db, now } = here;
  const attempt: SignInAttempt = { kind: 'reset', whose: email, address };
  const person = await findUserForSignIn(db, email);
  if (!person?.password_hash) return recordAttemptOfUnknownUser(db, attempt, now);
  if (!(await mayAsk(db, attempt, person, now))) return;
  const { account_id, user_id, full_name } = person;
  const token = makeToken('tpr_', account_id);
  const ctx: Context = { ...actAsUser(here, account_id, user_id), actor: { kind: 'system' } };
  await transaction(ctx.db, async (tx) => {
    const held = await lockUserOrStaff(tx, account_id, user_id);
    // The user may have been deactivated or changed the address since the search.
    if (held?.email !== person.email) return;
    const token_hash = hashToken(token);
    await queries.insertPasswordReset(tx, account_id, {
      id: newId(now),
      user_id,
      token_hash,
      created_at: now,
    });
    const language = await languageOfRecipients(tx, account_id, [user_id]);
    await queueSecretMail(tx, ctx, resetMail({ email, full_name, language }, token, now));
    await recordAudit(tx, ctx, {
      action: 'password.reset_requested',
      target_id: user_id,
      details: { address },
    });
  });
}

/** Above a limit, only requests from networks where the user has signed in before are allowed. */
async function mayAsk(
  db: Database,
  attempt: SignInAttempt,
  person: UserForSignIn,
  now: Date,
): Promise<boolean> {
  const throttle = await recordSignInAttempt(db, attempt, now);
  if (throttle === 'slow-down') return false;
  const has_room = await isMailToRecipientAllowed(db, person.account_id, person.email, now);
  if (throttle === 'free' && has_room) return true;
  return isKnownNetworkAddress(db, person, attempt.address);
}

type Reader = { email: string; full_name: string; language: Language };

function resetMail({ email, full_name, language }: Reader, token: string, now: Date): Mail {
  return {
    recipient: email,
    language,
    subject: t('Reset your password'),
    content: [
      mailSalutation(full_name),
      t('You can now choose a new password for your account:'),
      LINK_PARAGRAPH,
      t(
        'The link works once and expires in one hour. If you did not request a new password, ignore this email. Your password stays the same.',
      ),
    ],
    action: t('Choose a new password'),
    footer: t('You receive this email because a new password was requested for this address at Tenant Ops.'),
    link_path: `/reset-password/new?token=${token}`,
    give_up_at: new Date(now.getTime() + VALID_MS),
  };
}

/** Finds the user of a valid link; the link stays usable. */
export async function readPasswordReset(
  { db, databaseFor, now }: RequestServices,
  token: string,
): Promise<{ account_id: string; user_id: string }> {
  const account_id = accountOf(token);
  const seen = account_id === PLATFORM_ACCOUNT_ID ? db : databaseFor(account_id);
  const made_after = new Date(now.getTime() - VALID_MS);
  const reset = await queries.findPasswordReset(seen, account_id, hashToken(token), made_after);
  if (!reset) throw notFound('Link');
  return { account_id, ...reset };
}

/** Sets a new password by a mailed link; ends all sign-ins and all older links of the user. */
export async function resetPassword(
  services: RequestServices,
  token: string,
  password: string,
): Promise<void> {
  if (!meetsRule(password, PASSWORD_RULE)) throw badRequest('password', PASSWORD_RULE.rule);
  const { account_id, user_id } = await readPasswordReset(services, token);
  const ctx = actAsUser(services, account_id, user_id);
  const { now } = ctx;
  const password_hash = await hashPassword(password);
  await transaction(ctx.db, async (tx) => {
    if (!(await queries.usePasswordReset(tx, account_id, hashToken(token), now))) throw notFound('Link');
    if (!(await replacePassword(tx, account_id, user_id, password_hash))) throw notFound('Link');
    await queries.endPasswordResets(tx, account_id, user_id, now);
    await deleteEmailChange(tx, account_id, user_id);
    await endAllSignIns(tx, ctx, user_id);
    await recordAudit(tx, ctx, { action: 'password.reset', target_id: user_id });
  });
}

function accountOf(token: string): string {
  const parsed = parseToken(token);
  if (parsed?.prefix !== 'tpr_') throw notFound('Link');
  return parsed.account_id;
}
