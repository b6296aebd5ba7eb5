import { createLog } from '../../src/lib/log.ts';
import type { MailMessage, Mailer } from '../../src/lib/mail/mailer.ts';
import { MAIL_QUEUE } from '../../src/features/mail/mail.ts';
import { logSink } from './secrets.ts';
import type { World } from './world.ts';

export const PUBLIC_URL = 'https://ops.example.com';

/** Runs the mail queue until no mail is due, and returns the sent mails. */
export async function deliverMails(world: World, mailer?: Mailer): Promise<MailMessage[]> {
  const letters: MailMessage[] = [];
  const collecting: Mailer = { send: async (letter) => void letters.push(letter) };
  const { db, clock } = world;
  await MAIL_QUEUE.run({
    db,
    clock,
    mailer: mailer ?? collecting,
    box: world.tools.box,
    public_url: PUBLIC_URL,
    log: createLog('trace', logSink),
  });
  return letters;
}

/** Returns the invitation token in the link of a mail. */
export function tokenIn(text: string): string {
  return /\/invitation\?token=(\w+)/.exec(text)?.[1] ?? '';
}
