import type { Platform } from '../../access/platform.ts';
import type { BackupOverview, BackupSchedule } from './contract.ts';
import { nextStart } from './schedule.ts';
import { listBackups, readMoment } from './sql/backups.ts';
import { readScheduledBackups } from './state.ts';

/** The newest backups, and what the settings of this process plan. */
export async function readBackups(platform: Platform): Promise<BackupOverview> {
  const { db, now } = platform;
  const [backups, schedule, state] = await Promise.all([
    listBackups(db),
    readSchedule(platform),
    readScheduledBackups(db, now),
  ]);
  return { schedule, is_late: state?.is_late ?? false, backups };
}

async function readSchedule({ db, now, tools: { backups } }: Platform): Promise<BackupSchedule | null> {
  if (!backups) return null;
  const { place, keep, at_minutes } = backups;
  const next_at = await nextStart({ now, at_minutes }, (due_at) => readMoment(db, due_at));
  return { place, keep, next_at: next_at.toISOString() };
}
