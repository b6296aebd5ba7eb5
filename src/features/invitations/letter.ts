import type { Mail } from '../mail/mail.ts';

export type Invited = { email: string; full_name: string; account_name: string };

/** The page behind this path takes the token and a password; it answers a GET without using the link up. */
export function invitationPath(token: string): string {
  return `/invitation?token=${token}`;
}

export function invitationMail(
  { email, full_name, account_name }: Invited,
  token: string,
  until: Date,
): Mail {
  return {
    recipient: email,
    subject: `Your access to ${account_name}`,
    body:
      `Hello ${full_name},\n\n` +
      `you were invited to ${account_name}. Choose a password here and sign in:\n\n{link}\n\n` +
      `The link works once, until ${until.toUTCString()}.\n`,
    link_path: invitationPath(token),
    give_up_at: until,
  };
}
