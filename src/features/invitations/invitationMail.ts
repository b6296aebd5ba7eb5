import type { Language } from '../../lib/text/language.ts';
import { mailSalutation, LINK_PARAGRAPH } from '../mail/content.ts';
import type { Mail } from '../mail/mail.ts';
import { invitationPath, type Invitation } from './link.ts';
import { translator, type LocalizedText } from '../../lib/text/translation.ts';
import { texts as de } from './de.ts';

const t = translator({ de });

/** `to` is the name of the account, or the name of the platform for staff. */
export type InvitationRecipient = { email: string; full_name: string; to: string | LocalizedText };

/** `by` is the name of the inviter, or null if the inviter is not a user of this account. */
type InvitationMailInput = InvitationRecipient & { by: string | null; language: Language };

export function invitationMail(
  { email, full_name, to, by, language }: InvitationMailInput,
  invitation: Invitation,
): Mail {
  const { expires_at } = invitation;
  return {
    recipient: email,
    language,
    subject: t('Invitation to {to}', { to }),
    content: [
      mailSalutation(full_name),
      by === null
        ? t('You have been invited to {to}. Choose a password to sign in:', { to })
        : t('{by} invited you to {to}. Choose a password to sign in:', {
            by,
            to,
          }),
      LINK_PARAGRAPH,
      t('The link works once and expires on {when}.', {
        when: formatTime(expires_at, language),
      }),
    ],
    action: t('Choose a password'),
    footer: t(
      'You receive this email because this address was invited to Tenant Ops. If you did not expect it, ignore it.',
    ),
    link_path: invitationPath(invitation),
    give_up_at: expires_at,
  };
}

function formatTime(time: Date, language: Language): string {
  const format = new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'UTC',
  });
  return `${format.format(time)} UTC`;
}
