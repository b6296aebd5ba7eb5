import { openArchivePlace } from '../../lib/files/archive/openPlace.ts';
import { DAY_MS, MINUTE_MS, startOfDay } from '../../lib/time/clock.ts';
import { connectForBackup, makeBackup, type BackupOptions } from './backup.ts';
import { listAbandonedDraftNames, listExpiredBackupNames, appendBackupName } from './names.ts';
import {
  claimRequestedBackup,
  failBackupsWithoutHeartbeat,
  readScheduledTimeState,
  type ScheduledTimeState,
} from './sql/backups.ts';

/**
 * `place` is a folder or bucket URL, `at_minute_of_day` the minute of the day in UTC, and `keep` the number of backups to
 * keep.
 */
export type ScheduledBackupOptions = Omit<BackupOptions, 'to' | 'due_at'> & {
  place: string;
  at_minute_of_day: number;
  keep: number;
};

const AGAIN_AFTER_MS = 15 * MINUTE_MS;

/**
 * Makes the backup for the last scheduled time if it does not exist. A failed backup is retried 15 minutes after its
 * start.
 */
export async function makeDueBackup(schedule: ScheduledBackupOptions): Promise<void> {
  if (!(await isDue(schedule))) return;
  const { place, at_minute_of_day, keep, ...work } = schedule;
  const due_at = lastScheduledTime(work.now, at_minute_of_day);
  const to = appendBackupName(place, work.now);
  if (await makeBackup({ ...work, to, due_at })) await removeOld(place, keep, work.now);
}

/** Makes the backup that staff requested. The file name contains the time of the request. */
export async function makeRequestedBackup({ place, ...work }: ScheduledBackupOptions): Promise<void> {
  const requested = await claim(work);
  if (!requested) return;
  const { id: claimed_id, started_at } = requested;
  await makeBackup({ ...work, to: appendBackupName(place, new Date(started_at)), claimed_id });
}

async function claim({ target }: Pick<ScheduledBackupOptions, 'target'>) {
  const db = connectForBackup(target);
  try {
    return await claimRequestedBackup(db);
  } finally {
    await db.end({ timeout: 1 });
  }
}

export function lastScheduledTime(now: Date, at_minute_of_day: number): Date {
  const today_ms = startOfDay(now).getTime() + at_minute_of_day * MINUTE_MS;
  return new Date(today_ms <= now.getTime() ? today_ms : today_ms - DAY_MS);
}

/**
 * Returns the time at which the next backup starts. If the last scheduled time has no backup, this is that time, or 15
 * minutes after the start of a failed backup for that time. Otherwise it is the next scheduled time.
 */
export async function nextBackupStart(
  { now, at_minute_of_day }: Pick<ScheduledBackupOptions, 'now' | 'at_minute_of_day'>,
  readTimeState: (due_at: Date) => Promise<ScheduledTimeState>,
): Promise<Date> {
  const due_at = lastScheduledTime(now, at_minute_of_day);
  const { is_taken, started_at } = await readTimeState(due_at);
  if (is_taken) return new Date(due_at.getTime() + DAY_MS);
  return started_at === null ? due_at : new Date(Date.parse(started_at) + AGAIN_AFTER_MS);
}

async function isDue({ target, now, at_minute_of_day }: ScheduledBackupOptions): Promise<boolean> {
  const db = connectForBackup(target);
  try {
    await failBackupsWithoutHeartbeat(db);
    const next_at = await nextBackupStart({ now, at_minute_of_day }, (due_at) =>
      readScheduledTimeState(db, due_at),
    );
    return next_at.getTime() <= now.getTime();
  } finally {
    await db.end({ timeout: 1 });
  }
}

async function removeOld(text: string, keep: number, now: Date): Promise<void> {
  const place = openArchivePlace(text);
  try {
    const names = await place.list();
    for (const name of [...listExpiredBackupNames(names, keep), ...listAbandonedDraftNames(names, now)])
      await place.remove(name);
  } finally {
    await place.close();
  }
}
