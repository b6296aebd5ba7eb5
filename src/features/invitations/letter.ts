import { words } from '../../lib/mail/words.ts';
import { LINK } from '../mail/content.ts';
import type { Mail } from '../mail/mail.ts';

export type Invited = { email: string; full_name: string; account_name: string };

/** The page that takes the token and a password; a GET does not use the link up. */
function invitationPath(token: string): string {
  return `/invitation?token=${token}`;
}

export function invitationMail(
  { email, full_name, account_name }: Invited,
  token: string,
  until: Date,
): Mail {
  return {
    recipient: email,
    subject: words`Your access to ${account_name}`,
    content: [
      words`Hello ${full_name},`,
      words`you were invited to ${account_name}. Choose a password here and sign in:`,
      LINK,
      words`The link works once, until ${until.toUTCString()}.`,
    ],
    link_path: invitationPath(token),
    give_up_at: until,
  };
}
