import { join } from 'node:path';
import { Counter } from 'prom-client';
import type { Platform } from '../access/platform.ts';
import type { Tools } from '../access/tools.ts';
import type { Config } from '../config.ts';
import { stopBudget } from './stopping.ts';
import { AUDIT_TABLES, BRIEF_TABLES, DAILY_TABLES, type OpenDatabase } from '../database/database.ts';
import {
  areListsBusy,
  type Counting,
  COUNTING_CONNECTIONS,
  openCounting,
  UNCOUNTED_LISTS,
} from '../counts/counts.ts';
import { REMOVAL_QUEUE } from '../features/accounts/removal/batches.ts';
import { removeDueAccounts } from '../features/accounts/removal/removal.ts';
import { makeDueBackup } from '../features/backups/schedule.ts';
import { measureBackups } from '../features/backups/state.ts';
import { createDeletionRound } from '../features/deletions/deletions.ts';
import { areDeletionsWaiting } from '../features/deletions/sql/deletions.ts';
import { forgetFiles } from '../features/knowledge/documents.ts';
import { DOCUMENT_QUEUE } from '../features/knowledge/reading.ts';
import { deleteOrphanFiles } from '../features/forms/files/collecting.ts';
import { THUMBNAIL_QUEUE } from '../features/forms/files/thumbnails.ts';
import { MAIL_QUEUE, type MailSender } from '../features/mail/mail.ts';
import { forgetTokens } from '../features/oauth/forget.ts';
import { forgetSignIns } from '../features/signin/forget.ts';
import { COUNTED_SESSIONS } from '../features/sessions/sql/counted.ts';
import { closeSilentSessions } from '../features/sessions/sweeper.ts';
import { areExecutionsAbandoned, closeAbandonedExecutions } from '../features/skills/executions/sweeper.ts';
import { COUNTED_TASKS } from '../features/tasks/sql/counted.ts';
import { COUNTED_USERS } from '../features/users/sql/counted.ts';
import { areErasuresUnswept, sweepErasures } from '../features/users/people/erasure.ts';
import { deleteOldArrivals } from '../features/webhooks/inbox/inboxes.ts';
import { RETRY_QUEUE, runRetryJobs } from '../features/webhooks/log/retries.ts';
import { areDeliveriesDue } from '../features/webhooks/sending/sql/due.ts';
import {
  forgetDeliveries,
  SENDER_CONNECTIONS,
  startWakeups,
  startSending,
} from '../features/webhooks/sending/start.ts';
import { HOUR_MS, MINUTE_MS, systemClock } from '../lib/time/clock.ts';
import type { DocumentReader } from '../lib/documents/reader.ts';
import type { Foreground } from '../lib/http/foreground.ts';
import type { Metrics } from '../lib/http/metrics.ts';
import type { Log } from '../lib/log.ts';
import { fileMailer, smtpMailer } from '../lib/mail/mailer.ts';
import { readSecretKeys } from '../lib/crypto/secretKeys.ts';
import type { Database } from '../lib/sql/sql.ts';
import { StartupFault } from '../lib/process/startupFault.ts';
import type { Tracer } from '../lib/process/tracing/spans.ts';
import { keyPlaceOf, type OpenTools } from './tools.ts';
import { version } from '../lib/process/version.ts';
import { createBackoffRunner, type BackoffRunner } from '../lib/concurrency/backoffRunner.ts';
import { withTimeout } from '../lib/concurrency/withTimeout.ts';
import { runHousekeeping, type Housekeeping } from '../workers/housekeeping.ts';
import { startJobPoller, type PolledJob } from '../workers/jobPoller.ts';
import { startLoop, type Loop, type LoopTools } from '../workers/loop.ts';

export type BackgroundOptions = {
  config: Config;
  opened: OpenDatabase;
  log: Log;
  tools: OpenTools & Tools;
  metrics: Metrics;
  foreground: Foreground;
  tracer: Tracer | undefined;
};

/** How often each is done that is not asked for. */
export const EVERY_MS = {
  housekeeping: HOUR_MS,
  forgetting: HOUR_MS,
  collecting_files: HOUR_MS,
  sweeping: MINUTE_MS,
  looking_for_a_due_backup: MINUTE_MS,
  folding_what_is_busy: 500,
  folding_all: 10 * MINUTE_MS,
  checking_counts: HOUR_MS,
  /** The sender looks for itself, since it may not be told of what is due. */
  looking_for_deliveries: 30_000,
};
/** The one that hears the hints of other processes. */
const LISTENING_CONNECTIONS = 1;
/** The part of a stop's time that is kept for closing the rest. */
const STOP_RESERVE_MS = 2_700;

/** The connections of the process that remain for requests and other work, without the worker's own ones. */
export function sharedConnections({ DATABASE_CONNECTIONS, ROLES }: Config): number {
  if (!ROLES.includes('worker')) return DATABASE_CONNECTIONS;
  return DATABASE_CONNECTIONS - SENDER_CONNECTIONS.max - LISTENING_CONNECTIONS - COUNTING_CONNECTIONS.max;
}

/** Starts all background loops; a process without the worker role only notifies the workers. */
export async function startBackground(options: BackgroundOptions): Promise<Loop[]> {
  const { config, opened, log, tools, metrics, foreground, tracer } = options;
  const { db } = opened;
  if (!config.ROLES.includes('worker')) return [{ stop: startWakeups(db, log) }];

  const stop_timeout_ms = stopBudget(config) - config.DRAIN_MS - STOP_RESERVE_MS;
  const ending = new AbortController();
  const onFailure = countFailures(metrics);
  const { signal } = ending;
  const backoffOf = (loop: string) =>
    createBackoffRunner(loop, { clock: systemClock, log, onFailure: () => onFailure(loop), ending: signal });
  const loop = (name: string, pause_ms: number, work: (backoff: BackoffRunner) => Promise<unknown>) => {
    const backoff = backoffOf(name);
    return startLoop(name, pause_ms, () => work(backoff), { log, onFailure });
  };
  const { box, outgoing } = tools;
  const platform = (): Platform => ({ db, now: systemClock.now(), tools });
  const counting = openCounting({
    ...opened,
    lists: [COUNTED_TASKS, COUNTED_SESSIONS, COUNTED_USERS],
    clock: systemClock,
    log,
    metrics,
    backoffOf,
  });
  const sending = await startSending({
    ...opened,
    log,
    box,
    outgoing,
    metrics,
    foreground,
    tracer,
    onFailure: () => onFailure('sender'),
    stop_timeout_ms,
    poll_ms: EVERY_MS.looking_for_deliveries,
  });
  const watched = [
    ...queues(options, backoffOf),
    ...lists(counting),
    { name: 'sender', isDue: areDeliveriesDue, work: async () => sending.wake() },
  ];
  const loops = [
    loop('housekeeping', EVERY_MS.housekeeping, (backoff) =>
      runHousekeeping({ ...housekeepingOf(options), backoff }),
    ),
    loop('forget', EVERY_MS.forgetting, (backoff) => forget(platform(), backoff)),
    loop('files', EVERY_MS.collecting_files, (backoff) => deleteOrphanFiles(platform(), backoff)),
    loop('sweeper', EVERY_MS.sweeping, (backoff) => closeSilentSessions(platform(), backoff)),
    closing(tools.reader, startJobPoller(watched, { db, clock: systemClock, log, onFailure })),
    rarelyCounting(counting, { log, onFailure }),
    ...(config.BACKUP_TO === undefined ? [] : [backingUp(options, config.BACKUP_TO, onFailure)]),
  ];
  return [
    { stop: async () => ending.abort() },
    ...loops.map((loop) => leftInTime(loop, stop_timeout_ms, log)),
    sending,
  ];
}

/** Ends a loop that is still busy when the time for a stop is over; another process continues its work after the lease. */
function leftInTime(loop: Loop, within_ms: number, log: Log): Loop {
  const late = () => new LeftInTheMiddle('the time for a stop is over');
  return {
    stop: () =>
      withTimeout(within_ms, loop.stop(), late).catch((error: unknown) => {
        if (!(error instanceof LeftInTheMiddle)) throw error;
        log.warn({ err: error }, 'background work was left in the middle');
      }),
  };
}

class LeftInTheMiddle extends Error {}

/** A backup that is under way ends with the process, and is made again. */
function backingUp(
  { config, opened, log, tools, metrics }: BackgroundOptions,
  place: string,
  onFailure: (loop: string) => void,
): Loop {
  const { BACKUP_AT, BACKUP_KEEP, BACKUP_PASSPHRASE: passphrase = '' } = config;
  const ending = new AbortController();
  const readKeys = () => readSecretKeys(keyPlaceOf(config));
  const how = { place, at_minutes: BACKUP_AT, keep: BACKUP_KEEP, passphrase, readKeys, version };
  const { direct: target } = opened;
  const { files } = tools;
  measureBackups(metrics, opened.db);
  const makeDue = () =>
    makeDueBackup({ ...how, target, files, now: systemClock.now(), interrupted: ending.signal });
  const loop = startLoop('backups', EVERY_MS.looking_for_a_due_backup, makeDue, { log, onFailure });
  return {
    async stop() {
      ending.abort(new StartupFault('The process that made it was stopped.'));
      await loop.stop();
    },
  };
}

type BackoffFactory = (loop: string) => BackoffRunner;

/** The queues that workers take from. */
function queues(options: BackgroundOptions, backoffOf: BackoffFactory): PolledJob[] {
  const { opened, log, tools } = options;
  const { db } = opened;
  const { files, reader } = tools;
  const work = { db, clock: systemClock, files, reader };
  const mail_sender = mailSenderOf(options);
  const platform = (): Platform => ({ db, now: systemClock.now(), tools });
  const queue = (
    name: string,
    isDue: PolledJob['isDue'],
    work: (backoff: BackoffRunner) => Promise<unknown>,
  ): PolledJob => {
    const backoff = backoffOf(name);
    return { name, isDue, work: () => work(backoff) };
  };
  return [
    queue('thumbnails', THUMBNAIL_QUEUE.isDue, (backoff) => THUMBNAIL_QUEUE.run({ ...work, log, backoff })),
    queue('knowledge', DOCUMENT_QUEUE.isDue, (backoff) => DOCUMENT_QUEUE.run({ ...work, backoff })),
    queue('mail', MAIL_QUEUE.isDue, (backoff) => MAIL_QUEUE.run({ ...mail_sender, backoff })),
    queue('executions', areExecutionsAbandoned, (backoff) => closeAbandonedExecutions(platform(), backoff)),
    queue('account removals', REMOVAL_QUEUE.isDue, (backoff) => removeDueAccounts(platform(), backoff)),
    queue('erasures', areErasuresUnswept, (backoff) => sweepErasures(platform(), backoff)),
    queue('webhook retries', RETRY_QUEUE.isDue, (backoff) => runRetryJobs(db, systemClock, backoff)),
    deletionQueue(db, tools, backoffOf('deletions')),
  ];
}

function deletionQueue(db: Database, tools: Tools, backoff: BackoffRunner): PolledJob {
  const work = createDeletionRound({ db, clock: systemClock, tools, backoff });
  const has_default = tools.training_app !== undefined;
  return { name: 'deletions', isDue: (watching) => areDeletionsWaiting(watching, has_default), work };
}

function lists(counting: Counting): PolledJob[] {
  const again_ms = EVERY_MS.folding_what_is_busy;
  return [
    { name: 'uncounted lists', isDue: UNCOUNTED_LISTS.isDue, work: counting.countUncounted, again_ms },
    { name: 'counts', isDue: areListsBusy, work: counting.rollUpBusy, again_ms },
  ];
}

/** A loop with connections of its own: they end with the loop, so that a long count does not delay a stop. */
function rarelyCounting(counting: Counting, tools: LoopTools): Loop {
  const loops = [
    startLoop('short counts', EVERY_MS.folding_all, counting.rollUpAll, tools),
    startLoop('count checks', EVERY_MS.checking_counts, counting.check, tools),
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
  const { SMTP_URL, DATA_DIR, DEMO } = config;
  const logs_text = opened.embedded && DEMO;
  const mailer = SMTP_URL ? smtpMailer(SMTP_URL) : fileMailer(join(DATA_DIR, 'mail'), log, { logs_text });
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

async function forget(platform: Platform, backoff: BackoffRunner): Promise<void> {
  await backoff.run('tokens', () => forgetTokens(platform));
  await backoff.run('sign-ins', () => forgetSignIns(platform));
  await backoff.run('files', () => forgetFiles(platform, backoff));
  await backoff.run('inboxes', () => deleteOldArrivals(platform));
}

function countFailures(registry: Metrics): (loop: string) => void {
  const failures = new Counter({
    name: 'tenant_ops_background_failures_total',
    help: 'Pieces of background work that failed and were passed by, and turns that ended early',
    labelNames: ['loop'],
    registers: [registry],
  });
  return (loop) => failures.inc({ loop });
}
