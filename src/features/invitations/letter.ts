import { words } from '../../lib/mail/words.ts';
import { LINK } from '../mail/content.ts';
import type { Mail } from '../mail/mail.ts';
import { invitationPath, type Invitation } from './link.ts';

/** `to` is an account, or the platform. */
export type Invited = { email: string; full_name: string; to: string };

/** `by` is the name of who invites; null where no user of the same side does. */
type Named = Invited & { by: string | null };

export function invitationMail({ email, full_name, to, by }: Named, invitation: Invitation): Mail {
  const { expires_at } = invitation;
  return {
    recipient: email,
    subject: words`Your access to ${to}`,
    content: [
      words`Hello ${full_name},`,
      by === null
        ? words`you were invited to ${to}. Choose a password here and sign in:`
        : words`${by} invited you to ${to}. Choose a password here and sign in:`,
      LINK,
      words`The link works once, until ${expires_at.toUTCString()}.`,
    ],
    link_path: invitationPath(invitation),
    give_up_at: expires_at,
  };
}
