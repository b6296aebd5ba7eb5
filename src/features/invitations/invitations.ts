import { userOf } from '../../access/actor.ts';
import { assertStillAdmin } from '../../access/admins.ts';
import type { Context } from '../../access/context.ts';
import type { Platform } from '../../access/platform.ts';
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
import { PASSWORD } from '../users/rules.ts';
import type { InvitedAgain } from './contract.ts';
import { invitationMail } from './letter.ts';
import { accountOfInvitation, linkToCopy, makeInvitation, type Invitation } from './link.ts';
import * as queries from './queries.ts';

export type Acceptance = { token: string; password: string };

/** Writes the invitation and its mail in the transaction that creates the user. */
export async function addInvitation(
  tx: Transaction,
  ctx: Context,
  user_id: string,
  invitation: Invitation,
): Promise<void> {
  const { account_id, now } = ctx;
  const person = await queries.lockInvited(tx, account_id, user_id);
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
  const language = await languageOfRecipients(tx, account_id, [user_id, userOf(ctx.actor)]);
  const named = { ...person, to: person.account_name, by, language };
  await queueSecretMail(tx, ctx, invitationMail(named, invitation));
}

async function findInviter(tx: Transaction, { account_id, actor }: Context): Promise<string | null> {
  const user_id = userOf(actor);
  return user_id === null ? null : queries.findName(tx, account_id, user_id);
}

/** Makes a new link for an invited user; the older one ends. */
export async function inviteAgain(ctx: Context, user_id: string): Promise<InvitedAgain> {
  const invitation = makeInvitation(ctx);
  return transaction(ctx.db, async (tx) => {
    await assertStillAdmin(tx, ctx);
    await replaceInvitation(tx, ctx, user_id, invitation);
    return { invited: true, link: linkToCopy(ctx, invitation) };
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
  if (!(await queries.lockInvited(tx, account_id, user_id))) throw notFound('Invitation');
  await queries.deleteOpenInvitations(tx, account_id, user_id);
}

/** The user of a link; reading does not use it up. */
export async function readInvitation({ db, now }: Platform, token: string): Promise<queries.InvitedUser> {
  const account_id = accountOf(token);
  const person = await queries.findInvited(db, account_id, hashToken(token), now);
  if (!person) throw notFound('Invitation');
  return person;
}

/** Sets the first password; the link works once. */
export async function acceptInvitation(
  platform: Platform,
  { token, password }: Acceptance,
): Promise<{ account_id: string; user_id: string }> {
  const { db, now, address } = platform;
  if (!meetsRule(password, PASSWORD)) throw badRequest('password', PASSWORD.rule);
  const account_id = accountOf(token);
  const { id: user_id } = await readInvitation(platform, token);
  const password_hash = await hashPassword(password);
  const accepted = { account_id, user_id };
  return transaction(db, async (tx) => {
    const isMine =
      (await queries.useInvitation(tx, account_id, hashToken(token), now)) &&
      (await setFirstPassword(tx, account_id, user_id, password_hash));
    if (!isMine) throw notFound('Invitation');
    const by = { account_id, actor: { kind: 'user', user_id }, now, ...(address && { address }) } as const;
    await recordAudit(tx, by, { action: 'user.accepted_invitation', target_id: user_id });
    return accepted;
  });
}

function accountOf(token: string): string {
  const account_id = accountOfInvitation(token);
  if (account_id === undefined) throw notFound('Invitation');
  return account_id;
}
