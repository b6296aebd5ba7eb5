import { Type, type Static } from '../../lib/schema/type.ts';
import { defineDashboardApi } from '../../access/dashboardApi.ts';
import { Answer, Nullable, OneOf, ReasonDetails, Timestamp, Uuid } from '../../lib/schema/schema.ts';

const Backup = Answer({
  id: Uuid,
  /** The folder or bucket URL, without its secret. */
  place: Type.String(),
  state: OneOf(['running', 'done', 'failed']),
  /** True if the schedule made the backup, false if an operator did. */
  is_scheduled: Type.Boolean(),
  started_at: Timestamp,
  finished_at: Nullable(Timestamp),
  /** The time of the snapshot; null until the backup is complete. */
  made_at: Nullable(Timestamp),
  /** The size of the archive in bytes. While the backup runs, the size of the part written so far. */
  bytes: Nullable(Type.Integer()),
  /** The reason for the failure; null if the backup has not failed. */
  reason: Nullable(Type.String()),
  reason_details: ReasonDetails,
});
export type Backup = Static<typeof Backup>;

const BackupSchedule = Answer({
  /** The folder or bucket URL, without its secret. */
  place: Type.String(),
  /** The start of the next backup. After a failure, this is the next retry. */
  next_at: Timestamp,
  keep: Type.Integer(),
});
export type BackupSchedule = Static<typeof BackupSchedule>;

export const BackupOverview = Answer({
  /** Null if BACKUP_TO is not set. */
  schedule: Nullable(BackupSchedule),
  /** True if the newest complete backup is older than 26 hours. */
  is_late: Type.Boolean(),
  /** The newest 100 backups, newest first. */
  backups: Type.Array(Backup),
});
export type BackupOverview = Static<typeof BackupOverview>;

const RequestedBackup = Answer({ id: Uuid });
export type RequestedBackup = Static<typeof RequestedBackup>;

export const backupsApi = defineDashboardApi({
  'GET /staff/backups': { role: 'staff', answer: BackupOverview },
  'POST /staff/backups': { role: 'staff', answer: RequestedBackup, status: 201 },
});
