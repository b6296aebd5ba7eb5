import type { Context } from '../../access/context.ts';
import { DAY_MS } from '../../lib/time/clock.ts';
import { makeToken, parseToken } from '../../access/tokens.ts';

const VALID_MS = 7 * DAY_MS;

/** A token and how long it works; it works once. */
export type Invitation = { token: string; expires_at: Date };

/** Made before the transaction, so that one that runs again keeps the link. */
export function makeInvitation({ account_id, now }: Pick<Context, 'account_id' | 'now'>): Invitation {
  return { token: makeToken('tin_', account_id), expires_at: new Date(now.getTime() + VALID_MS) };
}

/** The account of a link, or PLATFORM for one of the staff; undefined for any other text. */
export function accountOfInvitation(token: string): string | undefined {
  const parsed = parseToken(token);
  return parsed?.prefix === 'tin_' ? parsed.account_id : undefined;
}

/** The page that takes the token and a password; a GET does not use the link up. */
export function invitationPath({ token }: Invitation): string {
  return `/invitation?token=${token}`;
}

/** For the inviter, where no mail server brings the link; null where one does. */
export function linkToCopy(
  { tools: { sends_mail, public_url } }: Pick<Context, 'tools'>,
  invitation: Invitation,
): string | null {
  return sends_mail ? null : `${public_url}${invitationPath(invitation)}`;
}
