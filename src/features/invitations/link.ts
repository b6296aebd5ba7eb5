import type { Context } from '../../access/context.ts';
import { DAY_MS } from '../../lib/time/clock.ts';
import { makeToken, parseToken } from '../../access/tokens.ts';

const VALID_MS = 7 * DAY_MS;

/** A one-time token and the time at which it expires. */
export type Invitation = { token: string; expires_at: Date };

/** Call this before the transaction: if the transaction is retried, the link remains the same. */
export function makeInvitation({ account_id, now }: Pick<Context, 'account_id' | 'now'>): Invitation {
  return { token: makeToken('tin_', account_id), expires_at: new Date(now.getTime() + VALID_MS) };
}

/** Reads the account id from an invitation token (PLATFORM for staff). Returns undefined for any other text. */
export function accountIdOfInvitation(token: string): string | undefined {
  const parsed = parseToken(token);
  return parsed?.prefix === 'tin_' ? parsed.account_id : undefined;
}

/** The path of the page on which the invited user sets a password. A GET request does not use up the link. */
export function invitationPath({ token }: Invitation): string {
  return `/invitation?token=${token}`;
}

/**
 * Returns the link for the inviter to copy, or null if a mail server is configured, because then the link is sent by
 * mail.
 */
export function invitationLinkToCopy(
  { tools: { sends_mail, public_url } }: Pick<Context, 'tools'>,
  invitation: Invitation,
): string | null {
  return sends_mail ? null : `${public_url}${invitationPath(invitation)}`;
}
