import { DAY_MS } from '../../lib/time/clock.ts';
import type { Language } from '../../lib/text/language.ts';
import { LINK } from '../mail/content.ts';
import type { Mail } from '../mail/mail.ts';
import { translateMail, type MailText } from '../mail/translate.ts';

export type DecidedApp = 'approved' | 'sent_back' | 'suspended' | 'reinstated';

const SUBJECTS = {
  approved: '{app} is approved',
  sent_back: '{app} needs changes',
  suspended: '{app} is suspended',
  reinstated: '{app} is back',
} as const satisfies Record<DecidedApp, MailText>;

const TEXTS = {
  approved: 'your app {app} was approved: every customer can connect it from now on.',
  sent_back: 'your app {app} was sent back from review. It stays as it was, and you can submit it again.',
  suspended: 'your app {app} was suspended. Its tokens do not work any more, and nobody can connect it.',
  reinstated:
    'your app {app} is no longer suspended: every customer can connect it, and those who had connected it allow it anew.',
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
