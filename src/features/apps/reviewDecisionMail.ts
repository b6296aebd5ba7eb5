import { DAY_MS } from '../../lib/time/clock.ts';
import type { Language } from '../../lib/text/language.ts';
import { translator, type LocalizedText } from '../../lib/text/translation.ts';
import { mailSalutation, LINK_PARAGRAPH } from '../mail/content.ts';
import type { Mail } from '../mail/mail.ts';
import { texts as de } from './de.ts';

const GIVE_UP_AFTER_MS = 7 * DAY_MS;

const t = translator({ de });

export type ReviewOutcome = 'approved' | 'sent_back' | 'suspended' | 'reinstated';

const SUBJECTS: Record<ReviewOutcome, (app: string) => LocalizedText> = {
  approved: (app) => t('{app} was approved', { app }),
  sent_back: (app) => t('{app} needs changes', { app }),
  suspended: (app) => t('{app} was suspended', { app }),
  reinstated: (app) => t('{app} was reinstated', { app }),
};

const TEXTS: Record<ReviewOutcome, (app: string) => LocalizedText> = {
  approved: (app) => t('Your app {app} was approved. All customers can connect it now.', { app }),
  sent_back: (app) =>
    t('Your app {app} was returned from review. Its status is unchanged, and you can submit it again.', {
      app,
    }),
  suspended: (app) =>
    t('Your app {app} was suspended. Its tokens no longer work, and customers cannot connect it.', { app }),
  reinstated: (app) =>
    t(
      'Your app {app} was reinstated. All customers can connect it. Customers who had connected it must allow it again.',
      { app },
    ),
};

export type ReviewDecision = { app_name: string; decided: ReviewOutcome; notes: string | undefined };

export function reviewDecisionMail(
  { email, full_name, language }: { email: string; full_name: string; language: Language },
  { app_name, decided, notes }: ReviewDecision,
  now: Date,
): Mail {
  return {
    recipient: email,
    language,
    subject: SUBJECTS[decided](app_name),
    content: [
      mailSalutation(full_name),
      TEXTS[decided](app_name),
      // Staff wrote the notes, so links in them are allowed.
      ...(notes ? [[notes]] : []),
      LINK_PARAGRAPH,
    ],
    action: t('Open the dashboard'),
    footer: t('You receive this email because you manage this app at Tenant Ops.'),
    link_path: '/account',
    give_up_at: new Date(now.getTime() + GIVE_UP_AFTER_MS),
  };
}
