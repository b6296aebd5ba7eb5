import { join } from 'node:path';
import type { PlatformContext } from '../access/platform.ts';
import type { Tools } from '../access/tools.ts';
import type { Config } from '../config.ts';
import { stopTimeoutMs } from './stopping.ts';
import {
  TABLES_KEPT_AUDIT_DAYS,
  TABLES_KEPT_REQUEST_LOG_DAYS,
  TABLES_KEPT_RETENTION_DAYS,
  type DatabaseHandle,
} from '../database/database.ts';
import {
  busyListsCondition,
  type CountingJobs,
  COUNTING_CONNECTIONS,
  createCountingJobs,
  UNCOUNTED_LIST_QUEUE,
} from '../counts/counts.ts';
import { REMOVAL_QUEUE } from '../features/accounts/removal/batches.ts';
import { removeDueAccounts } from '../features/accounts/removal/removal.ts';
import { backupFailureReasons } from '../features/backups/reasons.ts';
import { makeDueBackup, makeRequestedBackup } from '../features/backups/schedule.ts';
import { requestedBackupExists } from '../features/backups/sql/backups.ts';
import { registerBackupMetrics } from '../features/backups/state.ts';
import { createDeletionRun } from '../features/deletions/deletions.ts';
import { unsentDeletionNoticeExists } from '../features/deletions/sql/deletions.ts';
import { deleteUnreferencedFiles } from '../features/knowledge/documents.ts';
import { DOCUMENT_QUEUE } from '../features/knowledge/reading.ts';
import { deleteOrphanFiles } from '../features/forms/files/orphanFiles.ts';
import { THUMBNAIL_QUEUE } from '../features/forms/files/thumbnails.ts';
import { MAIL_QUEUE, type MailSender } from '../features/mail/mail.ts';
import { deleteExpiredTokensAndCodes } from '../features/oauth/grants.ts';
import { deleteExpiredSignIns } from '../features/signin/signIns.ts';
import { COUNTED_SESSIONS } from '../features/sessions/sql/counted.ts';
import { closeSilentSessions } from '../features/sessions/sweeper.ts';
import { abandonedExecutionExists, closeAbandonedExecutions } from '../features/skills/executions/sweeper.ts';
import { COUNTED_TASKS } from '../features/tasks/sql/counted.ts';
import { COUNTED_USERS } from '../features/users/sql/counted.ts';
import { unfinishedErasureExists, finishErasures } from '../features/users/people/erasure.ts';
import { deleteOldArrivals } from '../features/webhooks/inbox/inboxes.ts';
import { RETRY_QUEUE, runRetryJobs } from '../features/webhooks/log/retries.ts';
import { dueDeliveryExists } from '../features/webhooks/sending/sql/due.ts';
import {
  deleteOldQueueRows,
  SENDER_CONNECTIONS,
  startNotifyingOtherSenders,
  startSending,
} from '../features/webhooks/sending/start.ts';
import { HOUR_MS, MINUTE_MS, systemClock } from '../lib/time/clock.ts';
import type { DocumentReader } from '../lib/documents/reader.ts';
import type { RequestActivity } from '../lib/http/requestActivity.ts';
import { registerFailureMetric, type Metrics } from '../lib/http/metrics.ts';
import type { Log } from '../lib/log.ts';
import { fileMailer, smtpMailer } from '../lib/mail/mailer.ts';
import { readSecretKeys } from '../lib/crypto/secretKeys.ts';
import type { Database } from '../lib/sql/sql.ts';
import { ArchiveFault } from '../lib/files/archive/fault.ts';
import type { Tracer } from '../lib/process/tracing/spans.ts';
import { secretKeyLocationOf, type ProcessTools } from './tools.ts';
import { version } from '../lib/process/version.ts';
import { createBackoffRunner, type BackoffRunner } from '../lib/concurrency/backoffRunner.ts';
import { endsWithin } from '../lib/concurrency/withTimeout.ts';
import { runHousekeeping, type HousekeepingOptions } from '../workers/housekeeping.ts';
import { startJobPoller, type BackgroundJob } from '../workers/jobPoller.ts';
import { startLoop, type Loop, type LoopOptions } from '../workers/loop.ts';

export type BackgroundOptions = {
  config: Config;
  opened: DatabaseHandle;
  log: Log;
  tools: ProcessTools & Tools;
  metrics: Metrics;
  foreground: RequestActivity;
  tracer: Tracer | undefined;
};

/** The intervals between runs of periodic background work. */
export const EVERY_MS = {
  housekeeping: HOUR_MS,
  deleting_expired_rows: HOUR_MS,
  deleting_orphan_files: HOUR_MS,
  closing_silent_sessions: MINUTE_MS,
  polling_for_due_backup: MINUTE_MS,
  rolling_up_busy_lists: 500,
  rolling_up_all_lists: 10 * MINUTE_MS,
  checking_counts: HOUR_MS,
  /** The webhook sender also polls for due deliveries, because a wake-up notification can be lost. */
  polling_for_deliveries: 30_000,
};
/** One connection listens for wake-up notifications of other processes. */
const LISTENING_CONNECTIONS = 1;
/** The part of the shutdown time that is reserved for closing connections after the workers have stopped. */
const STOP_RESERVE_MS = 2_700;

/** The connections that remain for requests: DATABASE_CONNECTIONS minus the connections that workers reserve. */
export function countSharedConnections({ DATABASE_CONNECTIONS, ROLES }: Config): number {
  if (!ROLES.includes('worker')) return DATABASE_CONNECTIONS;
  return DATABASE_CONNECTIONS - SENDER_CONNECTIONS.max - LISTENING_CONNECTIONS - COUNTING_CONNECTIONS.max;
}

/**
 * Starts all background work. A process without the worker role only notifies the senders of other processes about new
 * deliveries.
 */
export async function startBackground(options: BackgroundOptions): Promise<Loop[]> {
  const { config, opened, log, tools, metrics, foreground, tracer } = options;
  const { db } = opened;
  if (!config.ROLES.includes('worker')) return [{ stop: startNotifyingOtherSenders(db, log) }];

  const stop_timeout_ms = stopTimeoutMs(config) - config.DRAIN_MS - STOP_RESERVE_MS;
  const ending = new AbortController();
  const onFailure = registerFailureMetric(metrics);
  const running = { clock: systemClock, log };
  const backoffOf = (loop: string) =>
    createBackoffRunner(loop, { ...running, ending: ending.signal, onFailure: () => onFailure(loop) });
  const loop = (name: string, pause_ms: number, work: (backoff: BackoffRunner) => Promise<unknown>) => {
    const backoff = backoffOf(name);
    return startLoop(name, pause_ms, () => work(backoff), { log, onFailure });
  };
  const { box, outgoing } = tools;
  const platform = (): PlatformContext => ({ db, now: systemClock.now(), tools });
  const counting = createCountingJobs({
    ...opened,
    lists: [COUNTED_TASKS, COUNTED_SESSIONS, COUNTED_USERS],
    ...running,
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
    poll_ms: EVERY_MS.polling_for_deliveries,
  });
  const backups = createBackupWork(options);
  const watched = [
    ...queues(options, backoffOf),
    ...lists(counting),
    ...backups.jobs,
    { name: 'sender', isDue: dueDeliveryExists, work: async () => sending.wake() },
  ];
  const loops = [
    loop('housekeeping', EVERY_MS.housekeeping, (backoff) =>
      runHousekeeping({ ...housekeepingOf(options), backoff }),
    ),
    loop('forget', EVERY_MS.deleting_expired_rows, (backoff) => deleteExpiredRows(platform(), backoff)),
    loop('files', EVERY_MS.deleting_orphan_files, (backoff) => deleteOrphanFiles(platform(), backoff)),
    loop('sweeper', EVERY_MS.closing_silent_sessions, (backoff) => closeSilentSessions(platform(), backoff)),
    stopWithReader(tools.reader, startJobPoller(watched, { db, ...running, onFailure })),
    startSlowCounting(counting, { log, onFailure }),
    ...backups.startLoops({ log, onFailure }),
  ];
  return [
    { stop: async () => ending.abort() },
    ...loops.map((loop) => stopWithTimeout(loop, stop_timeout_ms, log)),
    sending,
  ];
}

/** Stops waiting for a loop after `within_ms`. Another process continues its work after the lease. */
function stopWithTimeout(loop: Loop, within_ms: number, log: Log): Loop {
  return {
    async stop() {
      if (!(await endsWithin(within_ms, loop.stop())))
        log.warn('background work still running at the end of the stop timeout');
    },
  };
}

/**
 * Makes scheduled and requested backups. A shutdown aborts a running backup. The next process repeats a scheduled
 * backup, and staff repeat a requested one.
 */
function createBackupWork({ config, opened, tools, metrics }: BackgroundOptions): BackupWork {
  const { BACKUP_TO: place, BACKUP_AT, BACKUP_KEEP, BACKUP_PASSPHRASE: passphrase = '' } = config;
  if (place === undefined) return { jobs: [], startLoops: () => [] };
  const ending = new AbortController();
  const readKeys = () => readSecretKeys(secretKeyLocationOf(config));
  const how = { place, at_minute_of_day: BACKUP_AT, keep: BACKUP_KEEP, passphrase, readKeys, version };
  const { direct: target } = opened;
  const { files } = tools;
  registerBackupMetrics(metrics, opened.db);
  const work = () => ({ ...how, target, files, now: systemClock.now(), interrupted: ending.signal });
  const requested: BackgroundJob = {
    name: 'requested backups',
    isDue: requestedBackupExists,
    work: () => makeRequestedBackup(work()),
  };
  const startSchedule = (options: LoopOptions): Loop => {
    const makeDue = () => makeDueBackup(work());
    const loop = startLoop('backups', EVERY_MS.polling_for_due_backup, makeDue, options);
    return {
      async stop() {
        ending.abort(new ArchiveFault(backupFailureReasons.backup_stopped));
        await loop.stop();
      },
    };
  };
  return { jobs: [requested], startLoops: (options) => [startSchedule(options)] };
}

type BackupWork = { jobs: BackgroundJob[]; startLoops: (options: LoopOptions) => Loop[] };

type BackoffFactory = (loop: string) => BackoffRunner;

/** The queues of background work that the job poller checks. */
function queues(options: BackgroundOptions, backoffOf: BackoffFactory): BackgroundJob[] {
  const { opened, log, tools } = options;
  const { db } = opened;
  const { files, reader } = tools;
  const work = { db, clock: systemClock, files, reader };
  const mail_sender = mailSenderOf(options);
  const platform = (): PlatformContext => ({ db, now: systemClock.now(), tools });
  const queue = (
    name: string,
    isDue: BackgroundJob['isDue'],
    work: (backoff: BackoffRunner) => Promise<unknown>,
  ): BackgroundJob => {
    const backoff = backoffOf(name);
    return { name, isDue, work: () => work(backoff) };
  };
  return [
    queue('thumbnails', THUMBNAIL_QUEUE.isDue, (backoff) => THUMBNAIL_QUEUE.run({ ...work, log, backoff })),
    queue('knowledge', DOCUMENT_QUEUE.isDue, (backoff) => DOCUMENT_QUEUE.run({ ...work, backoff })),
    queue('mail', MAIL_QUEUE.isDue, (backoff) => MAIL_QUEUE.run({ ...mail_sender, backoff })),
    queue('executions', abandonedExecutionExists, (backoff) => closeAbandonedExecutions(platform(), backoff)),
    queue('account removals', REMOVAL_QUEUE.isDue, (backoff) => removeDueAccounts(platform(), backoff)),
    queue('erasures', unfinishedErasureExists, (backoff) => finishErasures(platform(), backoff)),
    queue('webhook retries', RETRY_QUEUE.isDue, (backoff) => runRetryJobs(db, systemClock, backoff)),
    deletionQueue(db, tools, backoffOf('deletions')),
  ];
}

function deletionQueue(db: Database, tools: Tools, backoff: BackoffRunner): BackgroundJob {
  const work = createDeletionRun({ db, clock: systemClock, tools, backoff });
  const has_default = tools.training_app !== undefined;
  return { name: 'deletions', isDue: (watching) => unsentDeletionNoticeExists(watching, has_default), work };
}

function lists(counting: CountingJobs): BackgroundJob[] {
  const again_ms = EVERY_MS.rolling_up_busy_lists;
  return [
    { name: 'uncounted lists', isDue: UNCOUNTED_LIST_QUEUE.isDue, work: counting.countUncounted, again_ms },
    { name: 'counts', isDue: busyListsCondition, work: counting.rollUpBusy, again_ms },
  ];
}

/** Runs the slow counting jobs. A stop closes their connections, so that a long count does not delay it. */
function startSlowCounting(counting: CountingJobs, tools: LoopOptions): Loop {
  const loops = [
    startLoop('short counts', EVERY_MS.rolling_up_all_lists, counting.rollUpAll, tools),
    startLoop('count checks', EVERY_MS.checking_counts, counting.check, tools),
  ];
  return { stop: () => waitForAll([...loops.map((loop) => loop.stop()), counting.close()]) };
}

function housekeepingOf({ config, opened }: BackgroundOptions): HousekeepingOptions {
  return {
    db: opened.db,
    clock: systemClock,
    tables: TABLES_KEPT_RETENTION_DAYS,
    retention_days: config.RETENTION_DAYS,
    other_tables: [
      { names: TABLES_KEPT_AUDIT_DAYS, days: config.AUDIT_DAYS },
      { names: TABLES_KEPT_REQUEST_LOG_DAYS, days: config.REQUEST_LOG_DAYS },
    ],
    deleteOldQueueRows,
  };
}

function mailSenderOf({ config, opened, log, tools: { box, public_url } }: BackgroundOptions): MailSender {
  const { SMTP_URL, DATA_DIR, DEMO } = config;
  const logs_text = opened.embedded && DEMO;
  const mailer = SMTP_URL ? smtpMailer(SMTP_URL) : fileMailer(join(DATA_DIR, 'mail'), log, { logs_text });
  return { db: opened.db, clock: systemClock, mailer, box, public_url, log };
}

/** Stops the document reader together with the loop, which would otherwise wait for the current document. */
function stopWithReader(reader: DocumentReader, loop: Loop): Loop {
  return { stop: () => waitForAll([reader.close(), loop.stop()]) };
}

async function waitForAll(stops: readonly Promise<unknown>[]): Promise<void> {
  await Promise.all(stops);
}

async function deleteExpiredRows(platform: PlatformContext, backoff: BackoffRunner): Promise<void> {
  await backoff.run('tokens', () => deleteExpiredTokensAndCodes(platform));
  await backoff.run('sign-ins', () => deleteExpiredSignIns(platform));
  await backoff.run('files', () => deleteUnreferencedFiles(platform, backoff));
  await backoff.run('inboxes', () => deleteOldArrivals(platform));
}
