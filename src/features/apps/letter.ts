import { DAY_MS } from '../../lib/clock.ts';
import { words } from '../../lib/mail/words.ts';
import { LINK } from '../mail/content.ts';
import type { Mail } from '../mail/mail.ts';

export type Decided = 'approved' | 'sent_back' | 'suspended' | 'reinstated';

const SAYS: Record<Decided, { subject: string; text: string }> = {
  approved: { subject: 'is approved', text: 'was approved: every customer can connect it from now on.' },
  sent_back: {
    subject: 'needs changes',
    text: 'was sent back from review. It stays as it was, and you can submit it again.',
  },
  suspended: {
    subject: 'is suspended',
    text: 'was suspended. Its tokens do not work any more, and nobody can connect it.',
  },
  reinstated: {
    subject: 'is back',
    text: 'is no longer suspended: every customer can connect it, and those who had connected it allow it anew.',
  },
};

export type Decision = { app_name: string; decided: Decided; notes: string | undefined };

export function decisionMail(
  maker: { email: string; full_name: string },
  { app_name, decided, notes }: Decision,
  now: Date,
): Mail {
  const { subject, text } = SAYS[decided];
  return {
    recipient: maker.email,
    subject: [{ value: app_name }, ` ${subject}`],
    content: [
      words`Hello ${maker.full_name},`,
      ['your app ', { value: app_name }, ` ${text}`],
      // Written by staff, so links are allowed.
      ...(notes ? [[notes]] : []),
      LINK,
    ],
    link_path: '/account',
    give_up_at: new Date(now.getTime() + 7 * DAY_MS),
  };
}
