import type { Metrics } from '../../lib/http/metrics.ts';
import { registerComputedGauge } from '../../lib/http/metrics.ts';
import type { Database } from '../../lib/sql/sql.ts';
import { readBackupState, type BackupState } from './sql/backups.ts';
import { HOUR_MS } from '../../lib/time/clock.ts';

/** The age from which the newest backup is late: one day plus two hours for making a backup. */
const LATE_MS = 26 * HOUR_MS;

export type ScheduledBackupState = Pick<
  BackupState,
  'made_at' | 'failed_at' | 'reason' | 'reason_details'
> & {
  is_late: boolean;
};

/** The state of scheduled backups; null if no scheduled backup was started in the last eight days. */
export async function readScheduledBackupState(
  db: Database,
  now: Date,
): Promise<ScheduledBackupState | null> {
  const { is_scheduled, first_started_at, ...state } = await readBackupState(db);
  if (!is_scheduled) return null;
  return { ...state, is_late: ageOf({ ...state, first_started_at }, now) > LATE_MS };
}

export function registerBackupMetrics(registry: Metrics, db: Database): void {
  registerComputedGauge(registry, {
    name: 'tenant_ops_backup_age_seconds',
    help: 'Age of the newest backup; before the first backup, age of the first attempt',
    is_shared: true,
    read: async () => ageOf(await readBackupState(db), new Date()) / 1_000,
  });
}

function ageOf({ made_at, first_started_at }: Pick<BackupState, 'made_at' | 'first_started_at'>, now: Date) {
  const since = made_at ?? first_started_at;
  return since === null ? 0 : now.getTime() - Date.parse(since);
}
