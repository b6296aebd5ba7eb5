import { DAY_MS } from '../../lib/time/clock.ts';
import type { Language } from '../../lib/text/language.ts';
import { LINK } from '../mail/content.ts';
import type { Mail } from '../mail/mail.ts';
import { translateMail, type MailText } from '../mail/translate.ts';

export type DecidedApp = 'approved' | 'sent_back' | 'suspended' | 'reinstated';

const SUBJECTS = {
  approved: '{app} was approved',
  sent_back: '{app} needs changes',
  suspended: '{app} was suspended',
  reinstated: '{app} was reinstated',
} as const satisfies Record<DecidedApp, MailText>;

const TEXTS = {
  approved: 'Your app {app} was approved. All customers can connect it now.',
  sent_back: 'Your app {app} was returned from review. Its status is unchanged, and you can submit it again.',
  suspended: 'Your app {app} was suspended. Its tokens no longer work, and customers cannot connect it.',
  reinstated:
    'Your app {app} was reinstated. All customers can connect it. Customers who had connected it must allow it again.',
} as const satisfies Record<DecidedApp, MailText>;

export type ReviewDecision = { app_name: string; decided: DecidedApp; notes: string | undefined };

export function decisionMail(
  { email, full_name, language }: { email: string; full_name: string; language: Language },
  { app_name, decided, notes }: ReviewDecision,
  now: Date,
): Mail {
  const app = { app: app_name };
  return {
    recipient: email,
    language,
    subject: translateMail(language, SUBJECTS[decided], app),
    content: [
      translateMail(language, 'Hello {name},', { name: full_name }),
      translateMail(language, TEXTS[decided], app),
      // Written by staff, so links are allowed.
      ...(notes ? [[notes]] : []),
      LINK,
    ],
    link_path: '/account',
    give_up_at: new Date(now.getTime() + 7 * DAY_MS),
  };
}
