import { userIdOf } from '../../access/actor.ts';
import { assertStillAdmin } from '../../access/admins.ts';
import type { Context } from '../../access/context.ts';
import type { PlatformContext } from '../../access/platform.ts';
import { notFound } from '../../access/notFound.ts';
import { badRequest } from '../../lib/errors.ts';
import { newId } from '../../lib/ids.ts';
import { hashPassword } from '../../lib/crypto/passwords.ts';
import { meetsRule } from '../../lib/schema/rules.ts';
import { transaction, type Transaction } from '../../lib/sql/sql.ts';
import { hashToken } from '../../access/tokens.ts';
import { recordAudit } from '../../audit/audit.ts';
import { languageOfRecipients } from '../mail/language.ts';
import { queueSecretMail } from '../mail/mail.ts';
import { assertMailAllowed } from '../mail/quota.ts';
import { setFirstPassword } from '../users/passwords.ts';
import { PASSWORD_RULE } from '../users/rules.ts';
import type { RepeatedInvitation } from './contract.ts';
import { invitationMail } from './invitationMail.ts';
import { accountIdOfInvitation, invitationLinkToCopy, makeInvitation, type Invitation } from './link.ts';
import * as queries from './queries.ts';

export type InvitationAcceptance = { token: string; password: string };

/** Writes the invitation and its mail in the transaction that creates the user. */
export async function addInvitation(
  tx: Transaction,
  ctx: Context,
  user_id: string,
  invitation: Invitation,
): Promise<void> {
  const { account_id, now } = ctx;
  const person = await queries.lockInvitedUser(tx, account_id, user_id);
  if (!person) throw notFound('Invited user');
  await assertMailAllowed(tx, account_id, person.email, now);
  const { token, expires_at } = invitation;
  await queries.deleteOpenInvitations(tx, account_id, user_id);
  await queries.insertInvitation(tx, account_id, {
    id: newId(now),
    user_id,
    token_hash: hashToken(token),
    created_at: now,
    expires_at,
  });
  const by = await findInviter(tx, ctx);
  const language = await languageOfRecipients(tx, account_id, [user_id, userIdOf(ctx.actor)]);
  const named = { ...person, to: person.account_name, by, language };
  await queueSecretMail(tx, ctx, invitationMail(named, invitation));
}

async function findInviter(tx: Transaction, { account_id, actor }: Context): Promise<string | null> {
  const user_id = userIdOf(actor);
  return user_id === null ? null : queries.findInviterName(tx, account_id, user_id);
}

/** Creates a new invitation link for a user who was invited before. The earlier link stops working. */
export async function inviteAgain(ctx: Context, user_id: string): Promise<RepeatedInvitation> {
  const invitation = makeInvitation(ctx);
  return transaction(ctx.db, async (tx) => {
    await assertStillAdmin(tx, ctx);
    await replaceInvitation(tx, ctx, user_id, invitation);
    return { invited: true, link: invitationLinkToCopy(ctx, invitation) };
  });
}

export async function replaceInvitation(
  tx: Transaction,
  ctx: Context,
  user_id: string,
  invitation: Invitation,
): Promise<void> {
  await addInvitation(tx, ctx, user_id, invitation);
  await recordAudit(tx, ctx, { action: 'user.invited_again', target_id: user_id });
}

/** Cancels an open invitation: its link stops working. */
export async function withdrawInvitation(
  tx: Transaction,
  account_id: string,
  user_id: string,
): Promise<void> {
  if (!(await queries.lockInvitedUser(tx, account_id, user_id))) throw notFound('Invitation');
  await queries.deleteOpenInvitations(tx, account_id, user_id);
}

/** Reads the invited user of a link. Reading does not use up the link. */
export async function readInvitation(
  { db, now }: PlatformContext,
  token: string,
): Promise<queries.InvitedUser> {
  const account_id = accountOf(token);
  const person = await queries.findInvitedUser(db, account_id, hashToken(token), now);
  if (!person) throw notFound('Invitation');
  return person;
}

/** Sets the user's first password. The link can be used once. */
export async function acceptInvitation(
  platform: PlatformContext,
  { token, password }: InvitationAcceptance,
): Promise<{ account_id: string; user_id: string }> {
  const { db, now, address } = platform;
  if (!meetsRule(password, PASSWORD_RULE)) throw badRequest('password', PASSWORD_RULE.rule);
  const account_id = accountOf(token);
  const { id: user_id } = await readInvitation(platform, token);
  const password_hash = await hashPassword(password);
  const accepted = { account_id, user_id };
  return transaction(db, async (tx) => {
    const isMine =
      (await queries.markInvitationUsed(tx, account_id, hashToken(token), now)) &&
      (await setFirstPassword(tx, account_id, user_id, password_hash));
    if (!isMine) throw notFound('Invitation');
    const by = { account_id, actor: { kind: 'user', user_id }, now, ...(address && { address }) } as const;
    await recordAudit(tx, by, { action: 'user.accepted_invitation', target_id: user_id });
    return accepted;
  });
}

function accountOf(token: string): string {
  const account_id = accountIdOfInvitation(token);
  if (account_id === undefined) throw notFound('Invitation');
  return account_id;
}
