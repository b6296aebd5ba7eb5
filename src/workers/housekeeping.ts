import { IDEMPOTENCY_KEY_LIFETIME_MS } from '../access/idempotency.ts';
import { deleteIdempotencyKeysBefore } from '../access/sql/idempotency.ts';
import { DAY_MS, type Clock } from '../lib/time/clock.ts';
import { dropPartitionsBefore, createDailyPartitions } from '../lib/sql/partitions.ts';
import type { Database } from '../lib/sql/sql.ts';
import { failFast, type BackoffRunner } from '../lib/concurrency/backoffRunner.ts';

const DAYS_AHEAD = 3;

export type HousekeepingOptions = {
  db: Database;
  clock: Clock;
  /** Tables that are partitioned by day and keep `retention_days`. */
  tables: readonly string[];
  retention_days: number;
  /** Tables that are partitioned by day and keep another number of days. */
  other_tables: readonly { names: readonly string[]; days: number }[];
  /** Deletes rows of other tables that refer to days before `before`. It runs before these days are dropped. */
  deleteOldQueueRows: (db: Database, before: Date, now: Date) => Promise<unknown>;
  backoff?: BackoffRunner;
};

/** Creates the partitions of the next days, drops the partitions of old days, and deletes expired idempotency keys. */
export async function runHousekeeping(housekeeping: HousekeepingOptions): Promise<void> {
  const {
    db,
    clock,
    tables,
    retention_days,
    other_tables,
    deleteOldQueueRows,
    backoff = failFast,
  } = housekeeping;
  const now = clock.now();
  const all = [...tables, ...other_tables.flatMap(({ names }) => names)];
  for (const table of all)
    await backoff.run(`days of ${table}`, () => createDailyPartitions(db, table, now, DAYS_AHEAD));
  const remembered_since = new Date(now.getTime() - IDEMPOTENCY_KEY_LIFETIME_MS);
  await backoff.run('idempotency keys', () => deleteIdempotencyKeysBefore(db, remembered_since));

  const before = daysBefore(now, retention_days);
  // Queue rows refer to events, so they are deleted before the partition of these events is dropped.
  const is_queue_clear = await backoff.run('old queue rows', () => deleteOldQueueRows(db, before, now));
  if (is_queue_clear) for (const table of tables) await dropPartitionsBefore(db, table, before, backoff);
  for (const { names, days } of other_tables)
    for (const table of names) await dropPartitionsBefore(db, table, daysBefore(now, days), backoff);
}

function daysBefore(now: Date, days: number): Date {
  return new Date(now.getTime() - days * DAY_MS);
}
