import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from '../../access/context.ts';
import { actAs, PLATFORM, type Services } from '../../access/platform.ts';
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
import { LINK } from '../mail/content.ts';
import { languageOfRecipients } from '../mail/language.ts';
import { queueSecretMail, type Mail } from '../mail/mail.ts';
import { translateMail } from '../mail/translate.ts';
import { isMailAllowed } from '../mail/quota.ts';
import { PASSWORD } from '../users/rules.ts';
import { findSigningUser, type SigningUser } from './sql/signIns.ts';
import { replacePassword } from './password.ts';
import { endAddressChange } from './sql/newAddress.ts';
import * as queries from './sql/passwordReset.ts';
import { lockUser } from './sql/person.ts';
import { endAllSignIns } from './signIns.ts';
import { isKnownAddress, recordAttemptAtAddress, recordAttempt, type SignInAttempt } from './throttle.ts';
import { HOUR_MS } from '../../lib/time/clock.ts';

const VALID_MS = HOUR_MS;
/** Every answer takes equally long, whether or not a mail was queued. */
const ANSWER_MS = 150;

/** The answer does not reveal whether the address is known. */
export async function requestReset(services: Services, email: string, address: string): Promise<void> {
  await Promise.all([
    queueReset(services, plainAddress(email.trim().slice(0, 254)), address),
    sleep(ANSWER_MS),
  ]);
}

async function queueReset(here: Services, email: string, address: string): Promise<void> {
  const { db, now } = here;
  const attempt: SignInAttempt = { kind: 'reset', whose: email, address };
  const person = await findSigningUser(db, email);
  if (!person?.password_hash) return recordAttemptAtAddress(db, attempt, now);
  if (!(await mayAsk(db, attempt, person, now))) return;
  const { account_id, user_id, full_name } = person;
  const token = makeToken('tpr_', account_id);
  const ctx: Context = { ...actAs(here, account_id, user_id), actor: { kind: 'system' } };
  await transaction(ctx.db, async (tx) => {
    const held = await lockUser(tx, account_id, user_id);
    // They may have left, or moved to another address, while turns were waited for.
    if (held?.email !== person.email) return;
    const token_hash = hashToken(token);
    await queries.insertReset(tx, account_id, { id: newId(now), user_id, token_hash, created_at: now });
    const language = await languageOfRecipients(tx, account_id, [user_id]);
    await queueSecretMail(tx, ctx, resetMail({ email, full_name, language }, token, now));
    await recordAudit(tx, ctx, {
      action: 'password.reset_requested',
      target_id: user_id,
      details: { address },
    });
  });
}

/** Unknown networks are throttled before known ones. */
async function mayAsk(
  db: Database,
  attempt: SignInAttempt,
  person: SigningUser,
  now: Date,
): Promise<boolean> {
  const throttle = await recordAttempt(db, attempt, now);
  if (throttle === 'slow-down') return false;
  const has_room = await isMailAllowed(db, person.account_id, person.email, now);
  if (throttle === 'free' && has_room) return true;
  return isKnownAddress(db, person, attempt.address);
}

type Reader = { email: string; full_name: string; language: Language };

function resetMail({ email, full_name, language }: Reader, token: string, now: Date): Mail {
  return {
    recipient: email,
    language,
    subject: translateMail(language, 'Reset your password'),
    content: [
      translateMail(language, 'Hello {name},', { name: full_name }),
      translateMail(language, 'You can now choose a new password for your account:'),
      LINK,
      translateMail(
        language,
        'The link works once and expires in one hour. If you did not request a new password, ignore this email. Your password stays the same.',
      ),
    ],
    link_path: `/reset-password/new?token=${token}`,
    give_up_at: new Date(now.getTime() + VALID_MS),
  };
}

/** Reads a link without using it up. */
export async function readReset(
  { db, databaseFor, now }: Services,
  token: string,
): Promise<{ account_id: string; user_id: string }> {
  const account_id = accountOf(token);
  const seen = account_id === PLATFORM ? db : databaseFor(account_id);
  const made_after = new Date(now.getTime() - VALID_MS);
  const reset = await queries.findReset(seen, account_id, hashToken(token), made_after);
  if (!reset) throw notFound('Link');
  return { account_id, ...reset };
}

/** The new password ends every sign-in and every older link. */
export async function resetPassword(services: Services, token: string, password: string): Promise<void> {
  if (!meetsRule(password, PASSWORD)) throw badRequest('password', PASSWORD.rule);
  const { account_id, user_id } = await readReset(services, token);
  const ctx = actAs(services, account_id, user_id);
  const { now } = ctx;
  const password_hash = await hashPassword(password);
  await transaction(ctx.db, async (tx) => {
    if (!(await queries.useReset(tx, account_id, hashToken(token), now))) throw notFound('Link');
    if (!(await replacePassword(tx, account_id, user_id, password_hash))) throw notFound('Link');
    await queries.endResets(tx, account_id, user_id, now);
    await endAddressChange(tx, account_id, user_id);
    await endAllSignIns(tx, ctx, user_id);
    await recordAudit(tx, ctx, { action: 'password.reset', target_id: user_id });
  });
}

function accountOf(token: string): string {
  const parsed = parseToken(token);
  if (parsed?.prefix !== 'tpr_') throw notFound('Link');
  return parsed.account_id;
}
