import type { Queryable } from '../../../lib/sql/sql.ts';
import type { Backup } from '../contract.ts';

export type NewBackup = { id: string; due_at: Date | null; place: string; started_at: Date };

// across accounts: a backup is of the whole installation
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

// across accounts: a backup is of the whole installation
export async function recordBackupHeartbeat(db: Queryable, id: string): Promise<boolean> {
  const noted = await db`
    update backups as backup
    set alive_at = now()
    where backup.id = ${id}
      and backup.state = 'running'`;
  return noted.count > 0;
}

type Finished = { made_at: string; bytes: number };

// across accounts: a backup is of the whole installation
export async function finishBackup(
  db: Queryable,
  id: string,
  { made_at, bytes }: Finished,
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

// across accounts: a backup is of the whole installation
export async function failBackup(db: Queryable, id: string, reason: string): Promise<void> {
  await db`
    update backups as backup
    set state = 'failed',
        finished_at = now(),
        reason = ${reason}
    where backup.id = ${id}
      and backup.state = 'running'`;
}

// across accounts: what died can be any process of the installation
export async function failSilentBackups(db: Queryable): Promise<void> {
  await db`
    update backups as backup
    set state = 'failed',
        finished_at = now(),
        reason = 'the process that made it ended'
    where backup.state = 'running'
      and backup.alive_at < now() - interval '2 minutes'`;
}

// across accounts: files of all accounts are copied
export async function isBackupRunning(db: Queryable): Promise<boolean> {
  const rows = await db`
    select 1
    from backups as backup
    where backup.state = 'running'
      and backup.alive_at > now() - interval '2 minutes'
    limit 1`;
  return rows.length > 0;
}

export type BackupState = {
  /** The time of the newest complete backup. */
  made_at: string | null;
  /** The start of the first attempt. */
  first_started_at: string | null;
  /** The time of the newest attempt, if it failed. */
  failed_at: string | null;
  reason: string | null;
  /** True if the schedule made or tried a backup in the last week. */
  is_scheduled: boolean;
};

// across accounts: a backup is of the whole installation
export async function readBackupState(db: Queryable): Promise<BackupState> {
  const [state] = await db<[BackupState]>`
    select
      (select max(backup.made_at) from backups as backup where backup.state = 'done') as made_at,
      (select min(backup.started_at) from backups as backup) as first_started_at,
      newest.finished_at as failed_at,
      newest.reason,
      exists (
        select 1
        from backups as backup
        where backup.due_at is not null
          and backup.started_at > now() - interval '8 days'
      ) as is_scheduled
    from (select 1) as one
    left join lateral (
      select backup.state, backup.finished_at, backup.reason
      from backups as backup
      where backup.state <> 'running'
      order by backup.started_at desc
      limit 1
    ) as newest on newest.state = 'failed'`;
  return state;
}

export type MomentState = { is_taken: boolean; started_at: string | null };

// across accounts: a backup is of the whole installation
export async function readMoment(db: Queryable, due_at: Date): Promise<MomentState> {
  const [state] = await db<[MomentState]>`
    select
      coalesce(bool_or(backup.state <> 'failed'), false) as is_taken,
      max(backup.started_at) as started_at
    from backups as backup
    where backup.due_at = ${due_at}`;
  return state;
}

// across accounts: a backup is of the whole installation
export async function listBackups(db: Queryable): Promise<Backup[]> {
  return db<Backup[]>`
    select
      backup.id, backup.place, backup.state, backup.due_at is not null as is_scheduled, backup.started_at, backup.finished_at, backup.made_at,
      backup.bytes::float8 as bytes, backup.reason
    from backups as backup
    order by backup.started_at desc
    limit 100`;
}
