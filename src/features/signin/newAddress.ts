import type { Context } from '../../access/context.ts';
import { PLATFORM_ACCOUNT_ID } from '../../access/platform.ts';
import type { SignIn } from '../../access/signIn.ts';
import { recordAudit } from '../../audit/audit.ts';
import { DAY_MS } from '../../lib/time/clock.ts';
import { notFound } from '../../access/notFound.ts';
import { badRequest, conflict } from '../../lib/errors.ts';
import { signinReasons } from './reasons.ts';
import type { Language } from '../../lib/text/language.ts';
import { transaction, type Transaction } from '../../lib/sql/sql.ts';
import { hashToken, makeToken } from '../../access/tokens.ts';
import { mailSalutation, LINK_PARAGRAPH } from '../mail/content.ts';
import { languageOfRecipients } from '../mail/language.ts';
import { queueMail, queueSecretMail, type Mail } from '../mail/mail.ts';
import { assertMailAllowed } from '../mail/quota.ts';
import { setStaffEmail } from '../staff/queries.ts';
import { normalizeEmail } from '../users/address.ts';
import { releaseEmail, setUserEmail } from '../users/sql/own.ts';
import { isEmailReserved, reserveEmail } from '../users/sql/users.ts';
import type { EmailChangeRequest, PendingEmailChange } from './contract.ts';
import { verifyCurrentPassword, lockUnchangedPassword } from './password.ts';
import * as queries from './sql/newAddress.ts';
import { endPasswordResets } from './sql/passwordReset.ts';
import { endSignIns } from './sql/signIns.ts';
import { t } from './texts.ts';

const VALID_MS = DAY_MS;

/** Sends a link to the new address and a notice to the old one; the address changes when the link is used. */
export async function requestEmailChange(
  ctx: Context,
  sign_in: SignIn,
  { email, current_password }: EmailChangeRequest,
): Promise<PendingEmailChange> {
  const { db, account_id, now } = ctx;
  const { user_id } = sign_in;
  const address = normalizeEmail(email);
  const known_hash = await verifyCurrentPassword(ctx, sign_in, current_password);
  if (address === sign_in.email) throw badRequest('email', signinReasons.own_address);
  const token = makeToken('tec_', account_id);
  await transaction(db, async (tx) => {
    await lockUnchangedPassword(tx, ctx, sign_in, known_hash);
    if (await isEmailReserved(tx, address)) throw conflict('email', signinReasons.address_unusable);
    await assertMailAllowed(tx, account_id, address, now);
    const change = { user_id, email: address, token_hash: hashToken(token), created_at: now };
    await queries.upsertEmailChange(tx, account_id, change);
    const reader = { ...sign_in, language: await languageOfRecipients(tx, account_id, [user_id]) };
    await queueSecretMail(tx, ctx, confirmationMail(address, reader, token, now));
    await queueMail(tx, account_id, requestNotice(reader, now), now);
    await recordAudit(tx, ctx, { action: 'user.address_requested', target_id: user_id });
  });
  return { email: address, until: endOf(now) };
}

export async function findPendingEmailChange(
  { db, account_id, now }: Context,
  user_id: string,
): Promise<PendingEmailChange | null> {
  const asked = await queries.findEmailChange(db, account_id, { user_id, made_after: madeAfter(now) });
  return asked ? { email: asked.email, until: endOf(new Date(asked.created_at)) } : null;
}

/** Returns the new address of a link that the user requested; the link stays usable. */
export async function readEmailChangeLink(
  { db, account_id, now }: Context,
  { user_id }: SignIn,
  token: string,
): Promise<string> {
  const which = { user_id, token_hash: hashToken(token), made_after: madeAfter(now) };
  const asked = await queries.findEmailChange(db, account_id, which);
  if (!asked) throw notFound('Link');
  return asked.email;
}

/** Makes the new address the sign-in address. Other browsers are signed out, and reset links to the old address end. */
export async function confirmEmailChange(ctx: Context, sign_in: SignIn, token: string): Promise<string> {
  const { db, account_id, now } = ctx;
  const { user_id } = sign_in;
  const which = { user_id, token_hash: hashToken(token), made_after: madeAfter(now) };
  return transaction(db, async (tx) => {
    const email = await queries.useEmailChange(tx, account_id, which);
    if (email === undefined) throw notFound('Link');
    await moveAddress(tx, ctx, sign_in, email);
    await endPasswordResets(tx, account_id, user_id, now);
    const signed_out = await endSignIns(tx, account_id, user_id, { except: sign_in.id, now });
    const reader = { ...sign_in, language: await languageOfRecipients(tx, account_id, [user_id]) };
    await queueMail(tx, account_id, changeNotice(reader, now), now);
    await recordAudit(tx, ctx, {
      action: 'user.address_changed',
      target_id: user_id,
      details: { signed_out },
    });
    return email;
  });
}

async function moveAddress(
  tx: Transaction,
  { account_id }: Context,
  { user_id, email: before }: SignIn,
  email: string,
): Promise<void> {
  const is_staff = account_id === PLATFORM_ACCOUNT_ID;
  const owner = { email, account_id: is_staff ? null : account_id, user_id };
  if (!(await reserveEmail(tx, owner))) throw conflict('email', signinReasons.address_unusable);
  const is_set = await (is_staff
    ? setStaffEmail(tx, user_id, email)
    : setUserEmail(tx, account_id, user_id, email));
  if (!is_set) throw notFound('Link');
  await releaseEmail(tx, { email: before, user_id });
}

function madeAfter(now: Date): Date {
  return new Date(now.getTime() - VALID_MS);
}

function endOf(asked_at: Date): string {
  return new Date(asked_at.getTime() + VALID_MS).toISOString();
}

type Reader = SignIn & { language: Language };

function confirmationMail(
  recipient: string,
  { full_name, language }: Reader,
  token: string,
  now: Date,
): Mail {
  return {
    recipient,
    language,
    subject: t('Confirm your new email address'),
    content: [
      mailSalutation(full_name),
      t('You asked to sign in with this email address. Confirm it here:'),
      LINK_PARAGRAPH,
      t('The link works once and expires in 24 hours. If you did not ask for this, ignore this email.'),
    ],
    action: t('Confirm this address'),
    footer: t(
      'You receive this email because this address was entered as a new sign-in address at Tenant Ops.',
    ),
    link_path: `/new-address?token=${token}`,
    give_up_at: new Date(endOf(now)),
  };
}

function requestNotice({ email, full_name, language }: Reader, now: Date): Mail {
  return {
    recipient: email,
    language,
    subject: t('Change of your email address requested'),
    content: [
      mailSalutation(full_name),
      t(
        'A change of your email address was requested, and a link was sent to the new address. Nothing changes until the link is used.',
      ),
      t('If you did not request this, choose a new password. The link then stops working:'),
      LINK_PARAGRAPH,
    ],
    action: t('Choose a new password'),
    footer: t('You receive this email because you sign in to Tenant Ops with this address.'),
    link_path: '/reset-password',
    give_up_at: new Date(endOf(now)),
  };
}

function changeNotice({ email, full_name, language }: Reader, now: Date): Mail {
  return {
    recipient: email,
    language,
    subject: t('Your email address was changed'),
    content: [
      mailSalutation(full_name),
      t(
        'You now sign in with a different email address and no longer with this one. If you did not change it, contact an admin.',
      ),
      LINK_PARAGRAPH,
    ],
    action: t('Sign in'),
    footer: t('You receive this email because you signed in to Tenant Ops with this address until now.'),
    link_path: '/sign-in',
    give_up_at: new Date(endOf(now)),
  };
}
