import { join } from 'node:path';
import type { Config } from './config.ts';
import { sendDueMails } from './features/mail/mail.ts';
import { forgetTokens } from './features/oauth/forget.ts';
import { forgetSignIns } from './features/signin/forget.ts';
import { systemClock } from './lib/clock.ts';
import type { Log } from './lib/log.ts';
import { fileMailer, smtpMailer } from './lib/mail/mailer.ts';
import type { Database } from './lib/sql.ts';
import { startHousekeeping } from './workers/housekeeping.ts';
import { startLoop, type Loop } from './workers/loop.ts';

export type BackgroundOptions = { config: Config; db: Database; log: Log; public_url: string };

const LOOK_EVERY_MS = 1_000;
const FORGET_EVERY_MS = 60 * 60_000;

/** Everything that works without being asked. */
export function startBackground({ config, db, log, public_url }: BackgroundOptions): Loop[] {
  const mailer = config.SMTP_URL
    ? smtpMailer(config.SMTP_URL)
    : fileMailer(join(config.DATA_DIR, 'mail'), log);
  const office = { db, clock: systemClock, mailer, public_url, log };
  return [
    startHousekeeping(db, systemClock, log),
    startLoop('forget', FORGET_EVERY_MS, () => forget(db), log),
    startLoop('mail', LOOK_EVERY_MS, () => sendDueMails(office), log),
  ];
}

async function forget(db: Database): Promise<void> {
  const platform = { db, now: systemClock.now() };
  await forgetTokens(platform);
  await forgetSignIns(platform);
}
