import { actAsPlatform, type PlatformContext } from '../../access/platform.ts';
import { serveDashboardApi } from '../../doors/signIn.ts';
import { recordAudit } from '../../audit/audit.ts';
import { conflict } from '../../lib/errors.ts';
import { newId } from '../../lib/ids.ts';
import { transaction } from '../../lib/sql/sql.ts';
import { backupsApi, type BackupOverview, type BackupSchedule, type RequestedBackup } from './contract.ts';
import { appendBackupName } from './names.ts';
import { backupReasons } from './reasons.ts';
import { nextBackupStart } from './schedule.ts';
import {
  failBackupsWithoutHeartbeat,
  insertRequestedBackup,
  listBackups,
  readScheduledTimeState,
} from './sql/backups.ts';
import { readScheduledBackupState } from './state.ts';

export const backupsDashboardRoutes = serveDashboardApi(backupsApi, {
  'GET /staff/backups': (staff) => readBackupOverview(staff),
  'POST /staff/backups': (staff) => requestBackup(staff),
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

/** Requests a backup. A process with the role `worker` makes it, because a web process must not be busy for hours. */
async function requestBackup(platform: PlatformContext): Promise<RequestedBackup> {
  const { db, now, tools } = platform;
  if (!tools.backups) throw conflict('backups', backupReasons.backups_not_configured);
  const place = appendBackupName(tools.backups.place, now);
  const id = newId(now);
  return transaction(db, async (tx) => {
    await failBackupsWithoutHeartbeat(tx);
    if (!(await insertRequestedBackup(tx, { id, place, started_at: now })))
      throw conflict('backups', backupReasons.backup_running);
    await recordAudit(tx, actAsPlatform(platform), { action: 'backup.requested', target_id: id });
    return { id };
  });
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
