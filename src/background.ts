import { join } from 'node:path';
import type { Config } from './config.ts';
import { deletionTurns } from './features/deletions/deletions.ts';
import { connectTrainingApp, type TrainingApp } from './features/deletions/trainingApp.ts';
import { sendDueMails } from './features/mail/mail.ts';
import { forgetTokens } from './features/oauth/forget.ts';
import { forgetSignIns } from './features/signin/forget.ts';
import { closeSilentSessions } from './features/sessions/sweeper.ts';
import { systemClock } from './lib/clock.ts';
import type { Log } from './lib/log.ts';
import { fileMailer, smtpMailer } from './lib/mail/mailer.ts';
import { createGuard } from './lib/net/guard.ts';
import { createOutgoing } from './lib/outgoing/outgoing.ts';
import type { Database } from './lib/sql.ts';
import { startHousekeeping } from './workers/housekeeping.ts';
import { startLoop, type Loop } from './workers/loop.ts';

export type BackgroundOptions = {
  config: Config;
  db: Database;
  log: Log;
  public_url: string;
  training_app: TrainingApp | undefined;
};

export type OpenTrainingApp = { app: TrainingApp; close(): Promise<void> };

const LOOK_EVERY_MS = 1_000;
const FORGET_EVERY_MS = 60 * 60_000;
const SWEEP_EVERY_MS = 60_000;

/** The training app's deletion endpoint, where one is configured. */
export function openTrainingApp(config: Config): OpenTrainingApp | undefined {
  const { CORE_DELETION_URL: url, CORE_DELETION_SECRET: secret, WEBHOOK_ALLOW } = config;
  if (url === undefined) return undefined;
  const outgoing = createOutgoing({ guard: createGuard(WEBHOOK_ALLOW) });
  return {
    app: connectTrainingApp({ outgoing, clock: systemClock, url, secret }),
    close: () => outgoing.close(),
  };
}

/** Everything that works without being asked. */
export function startBackground(options: BackgroundOptions): Loop[] {
  const { config, db, log, public_url, training_app } = options;
  const mailer = config.SMTP_URL
    ? smtpMailer(config.SMTP_URL)
    : fileMailer(join(config.DATA_DIR, 'mail'), log);
  const office = { db, clock: systemClock, mailer, public_url, log };
  const sweep = async () => void (await closeSilentSessions({ db, now: systemClock.now() }));
  return [
    startHousekeeping(db, systemClock, log),
    startLoop('forget', FORGET_EVERY_MS, () => forget(db), log),
    startLoop('mail', LOOK_EVERY_MS, () => sendDueMails(office), log),
    startLoop('sweeper', SWEEP_EVERY_MS, sweep, log),
    ...(training_app
      ? [
          startLoop(
            'deletions',
            LOOK_EVERY_MS,
            deletionTurns({ db, clock: systemClock, app: training_app }),
            log,
          ),
        ]
      : []),
  ];
}

async function forget(db: Database): Promise<void> {
  const platform = { db, now: systemClock.now() };
  await forgetTokens(platform);
  await forgetSignIns(platform);
}
