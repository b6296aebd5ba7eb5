import { detailsOf, type FailureDetails } from '../../../lib/errors.ts';
import { errorCode, type Fragment, type Queryable } from '../../../lib/sql/sql.ts';
import type { Backup } from '../contract.ts';
import { backupFailureReasons } from '../reasons.ts';

export type NewBackup = { id: string; due_at: Date | null; place: string; started_at: Date };

// across accounts: a backup contains the whole installation
export async function insertBackup(
  db: Queryable,
  { id, due_at, place, started_at }: NewBackup,
): Promise<boolean> {
  const inserted = await db`
    insert into backups (id, due_at, place, state, started_at, alive_at)
    values (${id}, ${due_at}, ${place}, 'running', ${started_at}, now())
    on conflict do nothing`;
  return inserted.count > 0;
}

/** Returns false if a backup runs or waits. */
// across accounts: a backup contains the whole installation
export async function insertRequestedBackup(
  db: Queryable,
  { id, place, started_at }: Omit<NewBackup, 'due_at'>,
): Promise<boolean> {
  const inserted = await db`
    insert into backups (id, place, state, started_at, alive_at, is_waiting)
    select ${id}::uuid, ${place}, 'running', ${started_at}::timestamptz, now(), true
    where not exists (${runningBackup(db)})
    on conflict do nothing`;
  return inserted.count > 0;
}

// across accounts: a backup contains the whole installation
export function requestedBackupExists(db: Queryable): Fragment {
  return db`
    exists (
      select 1
      from backups as backup
      where ${whereClaimable(db)}
    )`;
}

/** Takes over the requested backup; undefined if none waits. */
// across accounts: a backup contains the whole installation
export async function claimRequestedBackup(
  db: Queryable,
): Promise<{ id: string; started_at: string } | undefined> {
  const [claimed] = await db<{ id: string; started_at: string }[]>`
    update backups as backup
    set is_waiting = false,
        alive_at = now()
    where ${whereClaimable(db)}
    returning backup.id, backup.started_at`;
  return claimed;
}

/** Requests without a heartbeat are excluded: those in a restored backup were requested from another installation. */
function whereClaimable(db: Queryable): Fragment {
  return db`
    backup.is_waiting
    and backup.state = 'running'
    and backup.alive_at > now() - interval '2 minutes'`;
}

/** `bytes` is the size of the unfinished archive. */
// across accounts: a backup contains the whole installation
export async function recordBackupHeartbeat(db: Queryable, id: string, bytes: number): Promise<boolean> {
  const noted = await db`
    update backups as backup
    set alive_at = now(),
        bytes = ${bytes}
    where backup.id = ${id}
      and backup.state = 'running'`;
  return noted.count > 0;
}

export type BackupFailure = { reason: string; reason_details: FailureDetails | null };

type FinishedBackup = { made_at: string; bytes: number };

// across accounts: a backup contains the whole installation
export async function finishBackup(
  db: Queryable,
  id: string,
  { made_at, bytes }: FinishedBackup,
): Promise<boolean> {
  const finished = await db`
    update backups as backup
    set state = 'done',
        finished_at = now(),
        made_at = ${made_at},
        bytes = ${bytes}
    where backup.id = ${id}
      and backup.state = 'running'`;
  return finished.count > 0;
}

// across accounts: a backup contains the whole installation
export async function recordBackupFailure(
  db: Queryable,
  id: string,
  { reason, reason_details }: BackupFailure,
): Promise<void> {
  const failed = await db<{ id: string }[]>`
    update backups as backup
    set state = 'failed',
        finished_at = now(),
        reason = ${reason}
    where backup.id = ${id}
      and backup.state = 'running'
    returning backup.id`;
  await writeDetails(db, failed, reason_details);
}

// across accounts: a backup contains the whole installation
export async function failBackupsWithoutHeartbeat(db: Queryable): Promise<void> {
  const reason = backupFailureReasons.backup_process_ended;
  const failed = await db<{ id: string }[]>`
    update backups as backup
    set state = 'failed',
        finished_at = now(),
        reason = ${reason.text}
    where backup.state = 'running'
      and backup.alive_at < now() - interval '2 minutes'
    returning backup.id`;
  await writeDetails(db, failed, detailsOf(null, reason) ?? null);
}

const UNDEFINED_COLUMN = '42703';

/** Ignores a missing column: the command `backup` can run before the migration that adds it. */
// across accounts: a backup contains the whole installation
async function writeDetails(
  db: Queryable,
  failed: readonly { id: string }[],
  details: FailureDetails | null,
): Promise<void> {
  if (failed.length === 0 || details === null) return;
  const written = db`
    update backups as backup
    set reason_details = ${db.json({ ...details })}
    where backup.id = any (${failed.map(({ id }) => id)})`;
  await written.catch((error: unknown) => {
    if (errorCode(error) !== UNDEFINED_COLUMN) throw error;
  });
}

// across accounts: a backup contains the files of all accounts
export async function isBackupRunning(db: Queryable): Promise<boolean> {
  const rows = await db`${runningBackup(db)}`;
  return rows.length > 0;
}

// across accounts: a backup contains the files of all accounts
function runningBackup(db: Queryable): Fragment {
  return db`
    select 1
    from backups as backup
    where backup.state = 'running'
      and backup.alive_at > now() - interval '2 minutes'
    limit 1`;
}

export type BackupState = {
  /** The time of the newest complete backup. */
  made_at: string | null;
  /** The start of the first attempt. */
  first_started_at: string | null;
  /** The time of the newest attempt, if it failed. */
  failed_at: string | null;
  reason: string | null;
  reason_details: FailureDetails | null;
  /** True if a scheduled backup was started in the last eight days. */
  is_scheduled: boolean;
};

// across accounts: a backup contains the whole installation
export async function readBackupState(db: Queryable): Promise<BackupState> {
  const [state] = await db<[BackupState]>`
    select
      (select max(backup.made_at) from backups as backup where backup.state = 'done') as made_at,
      (select min(backup.started_at) from backups as backup) as first_started_at,
      newest.finished_at as failed_at,
      newest.reason,
      newest.reason_details,
      exists (
        select 1
        from backups as backup
        where backup.due_at is not null
          and backup.started_at > now() - interval '8 days'
      ) as is_scheduled
    from (select 1) as one
    left join lateral (
      select backup.state, backup.finished_at, backup.reason, backup.reason_details
      from backups as backup
      where backup.state <> 'running'
      order by backup.started_at desc
      limit 1
    ) as newest on newest.state = 'failed'`;
  return state;
}

export type ScheduledTimeState = { is_taken: boolean; started_at: string | null };

// across accounts: a backup contains the whole installation
export async function readScheduledTimeState(db: Queryable, due_at: Date): Promise<ScheduledTimeState> {
  const [state] = await db<[ScheduledTimeState]>`
    select
      coalesce(bool_or(backup.state <> 'failed'), false) as is_taken,
      max(backup.started_at) as started_at
    from backups as backup
    where backup.due_at = ${due_at}`;
  return state;
}

// across accounts: a backup contains the whole installation
export async function listBackups(db: Queryable): Promise<Backup[]> {
  return db<Backup[]>`
    select
      backup.id, backup.place, backup.state, backup.due_at is not null as is_scheduled, backup.started_at, backup.finished_at, backup.made_at,
      backup.bytes::float8 as bytes, backup.reason, backup.reason_details
    from backups as backup
    order by backup.started_at desc
    limit 100`;
}
