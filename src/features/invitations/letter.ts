import type { Language } from '../../lib/text/language.ts';
import { LINK } from '../mail/content.ts';
import type { Mail } from '../mail/mail.ts';
import { translateMail } from '../mail/translate.ts';
import { invitationPath, type Invitation } from './link.ts';

/** `to` is an account, or the platform. */
export type InvitationRecipient = { email: string; full_name: string; to: string };

/** `by` is the name of who invites; null where no user of the same side does. */
type Named = InvitationRecipient & { by: string | null; language: Language };

export function invitationMail({ email, full_name, to, by, language }: Named, invitation: Invitation): Mail {
  const { expires_at } = invitation;
  return {
    recipient: email,
    language,
    subject: translateMail(language, 'Your access to {to}', { to }),
    content: [
      translateMail(language, 'Hello {name},', { name: full_name }),
      by === null
        ? translateMail(language, 'You have been invited to {to}. Choose a password to sign in:', { to })
        : translateMail(language, '{by} invited you to {to}. Choose a password to sign in:', {
            by,
            to,
          }),
      LINK,
      translateMail(language, 'The link works once and expires on {when}.', {
        when: spell(expires_at, language),
      }),
    ],
    link_path: invitationPath(invitation),
    give_up_at: expires_at,
  };
}

function spell(time: Date, language: Language): string {
  if (language === 'en') return time.toUTCString();
  const [, year, month, day, clock] = /^(.+)-(..)-(..)T(..:..)/.exec(time.toISOString()) ?? [];
  return `${day}.${month}.${year}, ${clock} UTC`;
}
