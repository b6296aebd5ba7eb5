import { randomBytes } from 'node:crypto';
import { actAsPlatform, PLATFORM_ACCOUNT_ID, type PlatformContext } from '../../access/platform.ts';
import type { Context } from '../../access/context.ts';
import { notFound } from '../../access/notFound.ts';
import { badRequest } from '../../lib/errors.ts';
import { newId } from '../../lib/ids.ts';
import { hashPassword } from '../../lib/crypto/passwords.ts';
import { meetsRule } from '../../lib/schema/rules.ts';
import { transaction, type Transaction } from '../../lib/sql/sql.ts';
import { hashToken } from '../../access/tokens.ts';
import { recordAudit } from '../../audit/audit.ts';
import type { RepeatedInvitation } from '../invitations/contract.ts';
import type { InvitationAcceptance } from '../invitations/invitations.ts';
import { invitationMail, type InvitationRecipient } from '../invitations/invitationMail.ts';
import { invitationLinkToCopy, makeInvitation, type Invitation } from '../invitations/link.ts';
import { languageOfRecipients } from '../mail/language.ts';
import { queueSecretMail } from '../mail/mail.ts';
import { assertMailAllowed } from '../mail/quota.ts';
import { normalizeEmail } from '../users/address.ts';
import { PASSWORD_RULE } from '../users/rules.ts';
import type { NewStaffMember, StaffInvitation } from './contract.ts';
import { translator } from '../../lib/text/translation.ts';
import { texts as de } from './de.ts';
import * as queries from './queries.ts';
import { insertStaffMember, assertActiveStaffMember } from './staff.ts';

const t = translator({ de });
const PLATFORM_NAME = t('the Tenant Ops staff team');

/**
 * Creates a member of staff with a random password that is not stored anywhere, and queues the invitation mail in the
 * same transaction.
 */
export async function inviteStaffMember(
  platform: PlatformContext,
  input: NewStaffMember,
): Promise<StaffInvitation> {
  const ctx = actAsPlatform(platform);
  const { db, now } = ctx;
  const user_id = newId(now);
  const person = { full_name: input.full_name, email: normalizeEmail(input.email) };
  const password_hash = await hashPassword(randomBytes(32).toString('base64url'));
  const invitation = makeInvitation(ctx);
  await transaction(db, async (tx) => {
    await assertActiveStaffMember(tx, platform);
    await insertStaffMember(tx, { ...person, id: user_id, password_hash, created_at: now });
    await invite(tx, ctx, { ...person, id: user_id }, invitation);
    await recordAudit(tx, ctx, { action: 'staff.invited', target_id: user_id });
  });
  return { user_id, email: person.email, link: invitationLinkToCopy(ctx, invitation) };
}

/** Creates a new invitation link for a member who was invited before. The earlier link stops working. */
export async function inviteStaffMemberAgain(
  platform: PlatformContext,
  user_id: string,
): Promise<RepeatedInvitation> {
  const ctx = actAsPlatform(platform);
  const invitation = makeInvitation(ctx);
  await transaction(ctx.db, async (tx) => {
    await assertActiveStaffMember(tx, platform);
    const [person] = await queries.lockStaff(tx, [user_id]);
    if (!person?.is_invited || person.status !== 'active') throw notFound('Invited member of the staff');
    await invite(tx, ctx, person, invitation);
    await recordAudit(tx, ctx, { action: 'staff.invited_again', target_id: user_id });
  });
  return { invited: true, link: invitationLinkToCopy(ctx, invitation) };
}

async function invite(
  tx: Transaction,
  ctx: Context,
  { id, ...person }: Omit<InvitationRecipient, 'to'> & { id: string },
  invitation: Invitation,
): Promise<void> {
  await assertMailAllowed(tx, PLATFORM_ACCOUNT_ID, person.email, ctx.now);
  const { token, expires_at } = invitation;
  await queries.setStaffInvitation(tx, id, { token_hash: hashToken(token), expires_at });
  const by = ctx.actor.kind === 'staff' ? await queries.findStaffMember(tx, ctx.actor.user_id) : undefined;
  const language = await languageOfRecipients(tx, PLATFORM_ACCOUNT_ID, [id, by?.id ?? null]);
  const invited = { ...person, to: PLATFORM_NAME, by: by?.full_name ?? null, language };
  await queueSecretMail(tx, ctx, invitationMail(invited, invitation));
}

/** Reads the invited member of a link. Reading does not use up the link. */
export async function readStaffInvitation(
  { db, now }: Pick<PlatformContext, 'db' | 'now'>,
  token: string,
): Promise<InvitationRecipient & { id: string }> {
  const person = await queries.findInvitedStaff(db, hashToken(token), now);
  if (!person) throw notFound('Invitation');
  return { ...person, to: PLATFORM_NAME };
}

/** Sets the member's first password. The link can be used once. */
export async function acceptStaffInvitation(
  platform: PlatformContext,
  { token, password }: InvitationAcceptance,
): Promise<{ account_id: string; user_id: string }> {
  const { db } = platform;
  if (!meetsRule(password, PASSWORD_RULE)) throw badRequest('password', PASSWORD_RULE.rule);
  const { id: user_id } = await readStaffInvitation(platform, token);
  const password_hash = await hashPassword(password);
  const accepted = { account_id: PLATFORM_ACCOUNT_ID, user_id };
  const by = actAsPlatform({ ...platform, staff_id: user_id });
  return transaction(db, async (tx) => {
    const is_mine = await queries.useStaffInvitation(tx, hashToken(token), password_hash);
    if (!is_mine) throw notFound('Invitation');
    await recordAudit(tx, by, { action: 'staff.accepted_invitation', target_id: user_id });
    return accepted;
  });
}
