import { createLog } from '../../src/lib/log.ts';
import type { Letter, Mailer } from '../../src/lib/mail/mailer.ts';
import { MAIL_QUEUE } from '../../src/features/mail/mail.ts';
import { logSink } from './secrets.ts';
import type { World } from './world.ts';

export const PUBLIC_URL = 'https://ops.example.com';

/** What the service's own sender hands over, until nothing more is due. */
export async function sendLetters(world: World, mailer?: Mailer): Promise<Letter[]> {
  const letters: Letter[] = [];
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

/** The token in the link of a letter. */
export function tokenIn(text: string): string {
  return /\/invitation\?token=(\w+)/.exec(text)?.[1] ?? '';
}
