import type { Context } from '../../access/context.ts';
import { PLATFORM } from '../../access/platform.ts';
import type { SignIn } from '../../access/signIn.ts';
import { recordAudit } from '../../audit/audit.ts';
import { DAY_MS } from '../../lib/time/clock.ts';
import { notFound } from '../../access/notFound.ts';
import { badRequest, conflict } from '../../lib/errors.ts';
import { signinReasons } from './reasons.ts';
import type { Language } from '../../lib/text/language.ts';
import { transaction, type Transaction } from '../../lib/sql/sql.ts';
import { hashToken, makeToken } from '../../access/tokens.ts';
import { LINK } from '../mail/content.ts';
import { languageOfRecipients } from '../mail/language.ts';
import { queueMail, queueSecretMail, type Mail } from '../mail/mail.ts';
import { translateMail } from '../mail/translate.ts';
import { assertMailAllowed } from '../mail/quota.ts';
import { setStaffAddress } from '../staff/queries.ts';
import { readAddress } from '../users/address.ts';
import { releaseAddress, setAddress } from '../users/sql/own.ts';
import { isReserved, reserveAddress } from '../users/sql/users.ts';
import type { NewAddress, PendingAddress } from './contract.ts';
import { assertPassword, lockPassword } from './password.ts';
import * as queries from './sql/newAddress.ts';
import { endResets } from './sql/passwordReset.ts';
import { endSignIns } from './sql/signIns.ts';

const VALID_MS = DAY_MS;

/** Sends a link to the new address and tells the old one; until the link is used nothing changes. */
export async function requestAddress(
  ctx: Context,
  sign_in: SignIn,
  { email, current_password }: NewAddress,
): Promise<PendingAddress> {
  const { db, account_id, now } = ctx;
  const { user_id } = sign_in;
  const address = readAddress(email);
  const known_hash = await assertPassword(ctx, sign_in, current_password);
  if (address === sign_in.email) throw badRequest('email', signinReasons.own_address);
  const token = makeToken('tec_', account_id);
  await transaction(db, async (tx) => {
    await lockPassword(tx, ctx, sign_in, known_hash);
    if (await isReserved(tx, address)) throw conflict('email', signinReasons.address_unusable);
    await assertMailAllowed(tx, account_id, address, now);
    const change = { user_id, email: address, token_hash: hashToken(token), created_at: now };
    await queries.upsertAddressChange(tx, account_id, change);
    const reader = { ...sign_in, language: await languageOfRecipients(tx, account_id, [user_id]) };
    await queueSecretMail(tx, ctx, confirmationMail(address, reader, token, now));
    await queueMail(tx, account_id, requestNotice(reader, now), now);
    await recordAudit(tx, ctx, { action: 'user.address_requested', target_id: user_id });
  });
  return { email: address, until: endOf(now) };
}

export async function findPendingAddress(
  { db, account_id, now }: Context,
  user_id: string,
): Promise<PendingAddress | null> {
  const asked = await queries.findAddressChange(db, account_id, { user_id, made_after: madeAfter(now) });
  return asked ? { email: asked.email, until: endOf(new Date(asked.created_at)) } : null;
}

/** The new address behind a link of this person; reading does not use it up. */
export async function readNewAddress(
  { db, account_id, now }: Context,
  { user_id }: SignIn,
  token: string,
): Promise<string> {
  const which = { user_id, token_hash: hashToken(token), made_after: madeAfter(now) };
  const asked = await queries.findAddressChange(db, account_id, which);
  if (!asked) throw notFound('Link');
  return asked.email;
}

/** The person signs in with it from now on; other browsers are signed out, and links to the old address end. */
export async function confirmAddress(ctx: Context, sign_in: SignIn, token: string): Promise<string> {
  const { db, account_id, now } = ctx;
  const { user_id } = sign_in;
  const which = { user_id, token_hash: hashToken(token), made_after: madeAfter(now) };
  return transaction(db, async (tx) => {
    const email = await queries.useAddressChange(tx, account_id, which);
    if (email === undefined) throw notFound('Link');
    await moveAddress(tx, ctx, sign_in, email);
    await endResets(tx, account_id, user_id, now);
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
  const is_staff = account_id === PLATFORM;
  const owner = { email, account_id: is_staff ? null : account_id, user_id };
  if (!(await reserveAddress(tx, owner))) throw conflict('email', signinReasons.address_unusable);
  const is_set = await (is_staff
    ? setStaffAddress(tx, user_id, email)
    : setAddress(tx, account_id, user_id, email));
  if (!is_set) throw notFound('Link');
  await releaseAddress(tx, { email: before, user_id });
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
    subject: translateMail(language, 'Confirm your new email address'),
    content: [
      translateMail(language, 'Hello {name},', { name: full_name }),
      translateMail(language, 'You asked to sign in with this email address. Confirm it here:'),
      LINK,
      translateMail(
        language,
        'The link works once and expires in 24 hours. If you did not ask for this, ignore this email.',
      ),
    ],
    link_path: `/new-address?token=${token}`,
    give_up_at: new Date(endOf(now)),
  };
}

function requestNotice({ email, full_name, language }: Reader, now: Date): Mail {
  return {
    recipient: email,
    language,
    subject: translateMail(language, 'Change of your email address requested'),
    content: [
      translateMail(language, 'Hello {name},', { name: full_name }),
      translateMail(
        language,
        'A change of your email address was requested, and a link was sent to the new address. Nothing changes until the link is used.',
      ),
      translateMail(
        language,
        'If you did not request this, choose a new password. The link then stops working:',
      ),
      LINK,
    ],
    link_path: '/reset-password',
    give_up_at: new Date(endOf(now)),
  };
}

function changeNotice({ email, full_name, language }: Reader, now: Date): Mail {
  return {
    recipient: email,
    language,
    subject: translateMail(language, 'Your email address was changed'),
    content: [
      translateMail(language, 'Hello {name},', { name: full_name }),
      translateMail(
        language,
        'You now sign in with a different email address and no longer with this one. If you did not change it, contact an admin.',
      ),
      translateMail(language, 'Sign in here:'),
      LINK,
    ],
    link_path: '/sign-in',
    give_up_at: new Date(endOf(now)),
  };
}
