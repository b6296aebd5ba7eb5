import { randomBytes } from 'node:crypto';
import { actAsPlatform, PLATFORM, type Platform } from '../../access/platform.ts';
import type { Context } from '../../access/context.ts';
import { notFound } from '../../access/notFound.ts';
import { badRequest } from '../../lib/errors.ts';
import { newId } from '../../lib/ids.ts';
import { hashPassword } from '../../lib/crypto/passwords.ts';
import { meetsRule } from '../../lib/schema/rules.ts';
import { transaction, type Transaction } from '../../lib/sql/sql.ts';
import { hashToken } from '../../access/tokens.ts';
import { recordAudit } from '../../audit/audit.ts';
import type { InvitedAgain } from '../invitations/contract.ts';
import type { Acceptance } from '../invitations/invitations.ts';
import { invitationMail, type InvitationRecipient } from '../invitations/letter.ts';
import { linkToCopy, makeInvitation, type Invitation } from '../invitations/link.ts';
import { languageOfRecipients } from '../mail/language.ts';
import { queueSecretMail } from '../mail/mail.ts';
import { assertMailAllowed } from '../mail/quota.ts';
import { readAddress } from '../users/address.ts';
import { PASSWORD } from '../users/rules.ts';
import type { NewStaffMember, StaffInvited } from './contract.ts';
import * as queries from './queries.ts';
import { insertStaffMember, assertStillStaff } from './staff.ts';

const PLATFORM_NAMES = { en: 'the staff of Tenant Ops', de: 'dem Team von Tenant Ops' };

/** Creates the member with a password that nobody knows; the mail is queued in the same transaction. */
export async function inviteStaff(platform: Platform, input: NewStaffMember): Promise<StaffInvited> {
  const ctx = actAsPlatform(platform);
  const { db, now } = ctx;
  const user_id = newId(now);
  const person = { full_name: input.full_name, email: readAddress(input.email) };
  const password_hash = await hashPassword(randomBytes(32).toString('base64url'));
  const invitation = makeInvitation(ctx);
  await transaction(db, async (tx) => {
    await assertStillStaff(tx, platform);
    await insertStaffMember(tx, { ...person, id: user_id, password_hash, created_at: now });
    await invite(tx, ctx, { ...person, id: user_id }, invitation);
    await recordAudit(tx, ctx, { action: 'staff.invited', target_id: user_id });
  });
  return { user_id, email: person.email, link: linkToCopy(ctx, invitation) };
}

/** Makes a new link for an invited member; the older one ends. */
export async function inviteStaffAgain(platform: Platform, user_id: string): Promise<InvitedAgain> {
  const ctx = actAsPlatform(platform);
  const invitation = makeInvitation(ctx);
  await transaction(ctx.db, async (tx) => {
    await assertStillStaff(tx, platform);
    const [person] = await queries.lockStaff(tx, [user_id]);
    if (!person?.is_invited || person.status !== 'active') throw notFound('Invited member of the staff');
    await invite(tx, ctx, person, invitation);
    await recordAudit(tx, ctx, { action: 'staff.invited_again', target_id: user_id });
  });
  return { invited: true, link: linkToCopy(ctx, invitation) };
}

async function invite(
  tx: Transaction,
  ctx: Context,
  { id, ...person }: Omit<InvitationRecipient, 'to'> & { id: string },
  invitation: Invitation,
): Promise<void> {
  await assertMailAllowed(tx, PLATFORM, person.email, ctx.now);
  const { token, expires_at } = invitation;
  await queries.setInvitation(tx, id, { token_hash: hashToken(token), expires_at });
  const by = ctx.actor.kind === 'staff' ? await queries.findStaff(tx, ctx.actor.user_id) : undefined;
  const language = await languageOfRecipients(tx, PLATFORM, [id, by?.id ?? null]);
  const invited = { ...person, to: PLATFORM_NAMES[language], by: by?.full_name ?? null, language };
  await queueSecretMail(tx, ctx, invitationMail(invited, invitation));
}

/** The member of a link; reading does not use it up. */
export async function readStaffInvitation(
  { db, now }: Pick<Platform, 'db' | 'now'>,
  token: string,
): Promise<InvitationRecipient & { id: string }> {
  const person = await queries.findInvitedStaff(db, hashToken(token), now);
  if (!person) throw notFound('Invitation');
  return { ...person, to: PLATFORM_NAMES.en };
}

/** Sets the first password; the link works once. */
export async function acceptStaffInvitation(
  platform: Platform,
  { token, password }: Acceptance,
): Promise<{ account_id: string; user_id: string }> {
  const { db } = platform;
  if (!meetsRule(password, PASSWORD)) throw badRequest('password', PASSWORD.rule);
  const { id: user_id } = await readStaffInvitation(platform, token);
  const password_hash = await hashPassword(password);
  const accepted = { account_id: PLATFORM, user_id };
  const by = actAsPlatform({ ...platform, staff_id: user_id });
  return transaction(db, async (tx) => {
    const is_mine = await queries.useStaffInvitation(tx, hashToken(token), password_hash);
    if (!is_mine) throw notFound('Invitation');
    await recordAudit(tx, by, { action: 'staff.accepted_invitation', target_id: user_id });
    return accepted;
  });
}
