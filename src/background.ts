import { join } from 'node:path';
import { stopBudget, type Config } from './config.ts';
import { AUDIT_TABLES, BRIEF_TABLES, DAILY_TABLES, type OpenDatabase } from './database.ts';
import { openCounting } from './features/counts/counting.ts';
import { deletionTurns } from './features/deletions/deletions.ts';
import { forgetFiles } from './features/knowledge/documents.ts';
import { readDueDocuments } from './features/knowledge/reading/reading.ts';
import { collectFiles } from './features/forms/files/collecting.ts';
import { makeDueThumbnails } from './features/forms/files/thumbnails.ts';
import { sendDueMails, type PostOffice } from './features/mail/mail.ts';
import { forgetTokens } from './features/oauth/forget.ts';
import { forgetSignIns } from './features/signin/forget.ts';
import { COUNTED_SESSIONS } from './features/sessions/queries.ts';
import { closeSilentSessions } from './features/sessions/sweeper.ts';
import { closeAbandonedExecutions } from './features/skills/executions/sweeper.ts';
import { COUNTED_TASKS } from './features/tasks/queries.ts';
import { workOffRetries } from './features/webhooks/retries/retries.ts';
import { forgetDeliveries, startSending, tellOtherSenders } from './features/webhooks/sending/start.ts';
import { systemClock } from './lib/clock.ts';
import type { DocumentReader } from './lib/documents/reader.ts';
import type { Foreground } from './lib/http/foreground.ts';
import type { Metrics } from './lib/http/metrics.ts';
import type { Log } from './lib/log.ts';
import { fileMailer, smtpMailer } from './lib/mail/mailer.ts';
import type { Database } from './lib/sql.ts';
import type { Tools } from './tools.ts';
import { startHousekeeping, type House } from './workers/housekeeping.ts';
import { startLoop, type Loop } from './workers/loop.ts';

export type BackgroundOptions = {
  config: Config;
  opened: OpenDatabase;
  log: Log;
  public_url: string;
  tools: Tools;
  metrics: Metrics;
  foreground: Foreground;
};

const LOOK_EVERY_MS = 1_000;
const FORGET_EVERY_MS = 60 * 60_000;
const SWEEP_EVERY_MS = 60_000;
const EXECUTIONS_EVERY_MS = 10_000;
const FOLD_EVERY_MS = 500;
const LENGTHS_EVERY_MS = 60_000;
const CHECK_EVERY_MS = 60 * 60_000;
/** What closing the rest may take of the time a stop has. */
const STOP_RESERVE_MS = 3_000;

/** Everything that works without being asked; a process that is no worker only tells the workers. */
export async function startBackground(options: BackgroundOptions): Promise<Loop[]> {
  const { config, opened, log, tools, metrics, foreground } = options;
  const { db } = opened;
  if (!config.ROLES.includes('worker')) return [{ stop: tellOtherSenders(db, log) }];

  const turns = (name: string, pause_ms: number, work: () => Promise<unknown>) =>
    startLoop(name, pause_ms, async () => void (await work()), log);
  const { box, outgoing, training_app: app, files, reader } = tools;
  const room = { db, clock: systemClock, files, reader };
  return [
    startHousekeeping(houseOf(options)),
    turns('forget', FORGET_EVERY_MS, () => forget(db, tools)),
    turns('files', FORGET_EVERY_MS, () => collectFiles({ db, now: systemClock.now() }, files)),
    turns('thumbnails', LOOK_EVERY_MS, () => makeDueThumbnails({ db, clock: systemClock, files, log })),
    closing(
      reader,
      turns('knowledge', LOOK_EVERY_MS, () => readDueDocuments(room)),
    ),
    turns('mail', LOOK_EVERY_MS, () => sendDueMails(officeOf(options))),
    turns('sweeper', SWEEP_EVERY_MS, () => closeSilentSessions({ db, now: systemClock.now() })),
    turns('executions', EXECUTIONS_EVERY_MS, () => closeAbandonedExecutions({ db, now: systemClock.now() })),
    startCounting(options),
    turns('webhook retries', LOOK_EVERY_MS, () => workOffRetries(db, systemClock)),
    ...(app ? [turns('deletions', LOOK_EVERY_MS, deletionTurns({ db, clock: systemClock, app }))] : []),
    await startSending({
      ...opened,
      log,
      box,
      outgoing,
      metrics,
      foreground,
      stop_within_ms: stopBudget(config.ROLES) - STOP_RESERVE_MS,
    }),
  ];
}

/** Loops over connections of their own, which a long count must not keep open beyond a stop. */
function startCounting({ opened, log, metrics }: BackgroundOptions): Loop {
  const lists = [COUNTED_TASKS, COUNTED_SESSIONS];
  const counting = openCounting({ ...opened, lists, clock: systemClock, log, metrics });
  const loops = [
    startLoop('counts', FOLD_EVERY_MS, counting.foldLong, log),
    startLoop('short counts', LENGTHS_EVERY_MS, counting.foldShort, log),
    startLoop('count checks', CHECK_EVERY_MS, counting.check, log),
  ];
  return {
    async stop() {
      await Promise.all([...loops.map((loop) => loop.stop()), counting.close()]);
    },
  };
}

function houseOf({ config, opened, log }: BackgroundOptions): House {
  return {
    db: opened.db,
    clock: systemClock,
    log,
    tables: DAILY_TABLES,
    retention_days: config.RETENTION_DAYS,
    other_tables: [
      { names: AUDIT_TABLES, days: config.AUDIT_DAYS },
      { names: BRIEF_TABLES, days: config.REQUEST_LOG_DAYS },
    ],
    forget: forgetDeliveries,
  };
}

function officeOf({ config, opened, log, public_url, tools }: BackgroundOptions): PostOffice {
  const { SMTP_URL, DATA_DIR } = config;
  const mailer = SMTP_URL ? smtpMailer(SMTP_URL) : fileMailer(join(DATA_DIR, 'mail'), log);
  return { db: opened.db, clock: systemClock, mailer, box: tools.box, public_url, log };
}

/** A document that is being read would keep a stop waiting. */
function closing(reader: DocumentReader, loop: Loop): Loop {
  return {
    async stop() {
      await Promise.all([reader.close(), loop.stop()]);
    },
  };
}

async function forget(db: Database, { files }: Tools): Promise<void> {
  const platform = { db, now: systemClock.now() };
  await forgetTokens(platform);
  await forgetSignIns(platform);
  await forgetFiles(platform, files);
}
