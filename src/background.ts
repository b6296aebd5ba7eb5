import { join } from 'node:path';
import { Counter } from 'prom-client';
import type { Platform } from './access/platform.ts';
import type { Tools, TrainingApp } from './access/tools.ts';
import { stopBudget, type Config } from './config.ts';
import { AUDIT_TABLES, BRIEF_TABLES, DAILY_TABLES, type OpenDatabase } from './database.ts';
import { openCounting } from './counts/counting.ts';
import { deletionTurns } from './features/deletions/deletions.ts';
import { forgetFiles } from './features/knowledge/documents.ts';
import { readDueDocuments } from './features/knowledge/reading.ts';
import { collectFiles } from './features/forms/files/collecting.ts';
import { makeDueThumbnails } from './features/forms/files/thumbnails.ts';
import { sendDueMails, type MailSender } from './features/mail/mail.ts';
import { forgetTokens } from './features/oauth/forget.ts';
import { forgetSignIns } from './features/signin/forget.ts';
import { COUNTED_SESSIONS } from './features/sessions/sql/counted.ts';
import { closeSilentSessions } from './features/sessions/sweeper.ts';
import { closeAbandonedExecutions } from './features/skills/executions/sweeper.ts';
import { COUNTED_TASKS } from './features/tasks/sql/counted.ts';
import { COUNTED_USERS } from './features/users/sql/counted.ts';
import { workOffRetries } from './features/webhooks/retries.ts';
import { forgetDeliveries, startSending, startHints } from './features/webhooks/sending/start.ts';
import { systemClock } from './lib/clock.ts';
import type { DocumentReader } from './lib/documents/reader.ts';
import type { Foreground } from './lib/http/foreground.ts';
import type { Metrics } from './lib/http/metrics.ts';
import type { Log } from './lib/log.ts';
import { fileMailer, smtpMailer } from './lib/mail/mailer.ts';
import type { OpenTools } from './tools.ts';
import { createTurns, type Turns } from './lib/turns.ts';
import { runHousekeeping, type Housekeeping } from './workers/housekeeping.ts';
import { startLoop, type Loop, type LoopTools } from './workers/loop.ts';

export type BackgroundOptions = {
  config: Config;
  opened: OpenDatabase;
  log: Log;
  tools: OpenTools & Tools;
  metrics: Metrics;
  foreground: Foreground;
};

const LOOK_EVERY_MS = 1_000;
const HOUR_MS = 60 * 60_000;
const SWEEP_EVERY_MS = 60_000;
const EXECUTIONS_EVERY_MS = 10_000;
const FOLD_EVERY_MS = 500;
const FOLD_ALL_EVERY_MS = 10 * 60_000;
/** The part of a stop's time that is kept for closing the rest. */
const STOP_RESERVE_MS = 2_700;

/** Starts all background loops; a process without the worker role only notifies the workers. */
export async function startBackground(options: BackgroundOptions): Promise<Loop[]> {
  const { config, opened, log, tools, metrics, foreground } = options;
  const { db } = opened;
  if (!config.ROLES.includes('worker')) return [{ stop: startHints(db, log) }];

  const onFailure = countFailures(metrics);
  const turnsOf = (loop: string) =>
    createTurns(loop, { clock: systemClock, log, onFailure: () => onFailure(loop) });
  const loop = (name: string, pause_ms: number, work: (turns: Turns) => Promise<unknown>) => {
    const turns = turnsOf(name);
    return startLoop(name, pause_ms, () => work(turns), { log, onFailure });
  };
  const { box, outgoing, training_app: app, files, reader } = tools;
  const work = { db, clock: systemClock, files, reader };
  const mail_sender = mailSenderOf(options);
  const platform = (): Platform => ({ db, now: systemClock.now(), tools });
  const deletions = (app: TrainingApp) =>
    deletionTurns({ db, clock: systemClock, app, turns: turnsOf('deletions') });
  return [
    loop('housekeeping', HOUR_MS, (turns) => runHousekeeping({ ...housekeepingOf(options), turns })),
    loop('forget', HOUR_MS, (turns) => forget(platform(), turns)),
    loop('files', HOUR_MS, (turns) => collectFiles(platform(), turns)),
    loop('thumbnails', LOOK_EVERY_MS, (turns) => makeDueThumbnails({ ...work, log, turns })),
    closing(
      reader,
      loop('knowledge', LOOK_EVERY_MS, (turns) => readDueDocuments({ ...work, turns })),
    ),
    loop('mail', LOOK_EVERY_MS, (turns) => sendDueMails({ ...mail_sender, turns })),
    loop('sweeper', SWEEP_EVERY_MS, (turns) => closeSilentSessions(platform(), turns)),
    loop('executions', EXECUTIONS_EVERY_MS, (turns) => closeAbandonedExecutions(platform(), turns)),
    startCounting(options, { log, onFailure }, turnsOf),
    loop('webhook retries', LOOK_EVERY_MS, (turns) => workOffRetries(db, systemClock, turns)),
    ...(app ? [startLoop('deletions', LOOK_EVERY_MS, deletions(app), { log, onFailure })] : []),
    await startSending({
      ...opened,
      log,
      box,
      outgoing,
      metrics,
      foreground,
      onFailure: () => onFailure('sender'),
      stop_within_ms: stopBudget(config) - config.DRAIN_MS - STOP_RESERVE_MS,
    }),
  ];
}

/** Loops with connections of their own, so that a long count does not delay a stop. */
function startCounting(
  { opened, log, metrics }: BackgroundOptions,
  tools: LoopTools,
  turnsOf: (loop: string) => Turns,
): Loop {
  const lists = [COUNTED_TASKS, COUNTED_SESSIONS, COUNTED_USERS];
  const counting = openCounting({ ...opened, lists, clock: systemClock, log, metrics, turnsOf });
  const loops = [
    startLoop('uncounted lists', FOLD_EVERY_MS, counting.countUncounted, tools),
    startLoop('counts', FOLD_EVERY_MS, counting.foldBusy, tools),
    startLoop('short counts', FOLD_ALL_EVERY_MS, counting.foldAll, tools),
    startLoop('count checks', HOUR_MS, counting.check, tools),
  ];
  return {
    async stop() {
      await Promise.all([...loops.map((loop) => loop.stop()), counting.close()]);
    },
  };
}

function housekeepingOf({ config, opened }: BackgroundOptions): Housekeeping {
  return {
    db: opened.db,
    clock: systemClock,
    tables: DAILY_TABLES,
    retention_days: config.RETENTION_DAYS,
    other_tables: [
      { names: AUDIT_TABLES, days: config.AUDIT_DAYS },
      { names: BRIEF_TABLES, days: config.REQUEST_LOG_DAYS },
    ],
    forget: forgetDeliveries,
  };
}

function mailSenderOf({ config, opened, log, tools }: BackgroundOptions): MailSender {
  const { SMTP_URL, DATA_DIR } = config;
  const mailer = SMTP_URL ? smtpMailer(SMTP_URL) : fileMailer(join(DATA_DIR, 'mail'), log);
  const { box, public_url } = tools;
  return { db: opened.db, clock: systemClock, mailer, box, public_url, log };
}

/** Closes the reader first, since a document that is being read would delay the stop. */
function closing(reader: DocumentReader, loop: Loop): Loop {
  return {
    async stop() {
      await Promise.all([reader.close(), loop.stop()]);
    },
  };
}

async function forget(platform: Platform, turns: Turns): Promise<void> {
  await turns.take('tokens', () => forgetTokens(platform));
  await turns.take('sign-ins', () => forgetSignIns(platform));
  await turns.take('files', () => forgetFiles(platform, turns));
}

function countFailures(registry: Metrics): (loop: string) => void {
  const failures = new Counter({
    name: 'background_failures_total',
    help: 'Pieces of background work that failed and were passed by, and turns that ended early',
    labelNames: ['loop'],
    registers: [registry],
  });
  return (loop) => failures.inc({ loop });
}
