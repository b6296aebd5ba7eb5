import { openPlace } from '../../lib/files/archive/openPlace.ts';
import { DAY_MS, MINUTE_MS, startOfDay } from '../../lib/time/clock.ts';
import { connectForBackup, makeBackup, type BackupWork } from './backup.ts';
import { listAbandonedNames, listExpiredNames, nameBackup } from './names.ts';
import { failSilentBackups, readMoment, type MomentState } from './sql/backups.ts';

/** A folder or a bucket, the minute of the day, and how many stay. */
export type Schedule = Omit<BackupWork, 'to' | 'due_at'> & {
  place: string;
  at_minutes: number;
  keep: number;
};

const AGAIN_AFTER_MS = 15 * MINUTE_MS;

/** Makes the backup of the last moment of the schedule, unless it is made; one that failed is tried again. */
export async function makeDueBackup(schedule: Schedule): Promise<void> {
  if (!(await isDue(schedule))) return;
  const { place, at_minutes, keep, ...work } = schedule;
  const due_at = lastScheduledTime(work.now, at_minutes);
  const to = nameBackup(place, work.now);
  if (await makeBackup({ ...work, to, due_at })) await removeOld(place, keep, work.now);
}

export function lastScheduledTime(now: Date, at_minutes: number): Date {
  const today_ms = startOfDay(now).getTime() + at_minutes * MINUTE_MS;
  return new Date(today_ms <= now.getTime() ? today_ms : today_ms - DAY_MS);
}

/** When a backup begins next: for the last moment while that has none, else for the coming one. */
export async function nextStart(
  { now, at_minutes }: Pick<Schedule, 'now' | 'at_minutes'>,
  readMoment: (due_at: Date) => Promise<MomentState>,
): Promise<Date> {
  const due_at = lastScheduledTime(now, at_minutes);
  const { is_taken, started_at } = await readMoment(due_at);
  if (is_taken) return new Date(due_at.getTime() + DAY_MS);
  return started_at === null ? due_at : new Date(Date.parse(started_at) + AGAIN_AFTER_MS);
}

async function isDue({ target, now, at_minutes }: Schedule): Promise<boolean> {
  const db = connectForBackup(target);
  try {
    await failSilentBackups(db);
    const next_at = await nextStart({ now, at_minutes }, (due_at) => readMoment(db, due_at));
    return next_at.getTime() <= now.getTime();
  } finally {
    await db.end({ timeout: 1 });
  }
}

async function removeOld(text: string, keep: number, now: Date): Promise<void> {
  const place = openPlace(text);
  try {
    const names = await place.list();
    for (const name of [...listExpiredNames(names, keep), ...listAbandonedNames(names, now)])
      await place.remove(name);
  } finally {
    await place.close();
  }
}
