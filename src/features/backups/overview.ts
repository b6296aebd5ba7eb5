import type { PlatformContext } from '../../access/platform.ts';
import { serveDashboardApi } from '../../doors/signIn.ts';
import { backupsApi, type BackupOverview, type BackupSchedule } from './contract.ts';
import { nextBackupStart } from './schedule.ts';
import { listBackups, readScheduledTimeState } from './sql/backups.ts';
import { readScheduledBackupState } from './state.ts';

export const backupsDashboardRoutes = serveDashboardApi(backupsApi, {
  'GET /staff/backups': (staff) => readBackupOverview(staff),
});

/** Reads the newest backups, and the schedule from the settings of this process. */
export async function readBackupOverview(platform: PlatformContext): Promise<BackupOverview> {
  const { db, now } = platform;
  const [backups, schedule, state] = await Promise.all([
    listBackups(db),
    readSchedule(platform),
    readScheduledBackupState(db, now),
  ]);
  return { schedule, is_late: state?.is_late ?? false, backups };
}

async function readSchedule({
  db,
  now,
  tools: { backups },
}: PlatformContext): Promise<BackupSchedule | null> {
  if (!backups) return null;
  const { place, keep, at_minute_of_day } = backups;
  const next_at = await nextBackupStart({ now, at_minute_of_day }, (due_at) =>
    readScheduledTimeState(db, due_at),
  );
  return { place, keep, next_at: next_at.toISOString() };
}
