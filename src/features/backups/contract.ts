import { Type, type Static } from '../../lib/schema/type.ts';
import { consoleApi } from '../../access/consoleApi.ts';
import { Answer, Nullable, OneOf, Timestamp, Uuid } from '../../lib/schema/schema.ts';

const Backup = Answer({
  id: Uuid,
  /** Without a secret. */
  place: Type.String(),
  state: OneOf(['running', 'done', 'failed']),
  /** True if the schedule made the backup, false if an operator did. */
  is_scheduled: Type.Boolean(),
  started_at: Timestamp,
  finished_at: Nullable(Timestamp),
  /** The moment that the copy shows. */
  made_at: Nullable(Timestamp),
  bytes: Nullable(Type.Integer()),
  /** Why it failed. */
  reason: Nullable(Type.String()),
});
export type Backup = Static<typeof Backup>;

const BackupSchedule = Answer({
  /** Without a secret. */
  place: Type.String(),
  /** When the next one begins; a failed one is tried again before. */
  next_at: Timestamp,
  keep: Type.Integer(),
});
export type BackupSchedule = Static<typeof BackupSchedule>;

export const BackupOverview = Answer({
  /** Null where the settings name no place. */
  schedule: Nullable(BackupSchedule),
  /** No backup for longer than a day and the time that one may take. */
  is_late: Type.Boolean(),
  /** The newest hundred, newest first. */
  backups: Type.Array(Backup),
});
export type BackupOverview = Static<typeof BackupOverview>;

export const backupsApi = consoleApi(
  {
    'GET /staff/backups': {
      summary: 'List the newest backups, and when the next one is due',
      role: 'staff',
      answer: BackupOverview,
    },
  },
  { tag: 'Staff' },
);
