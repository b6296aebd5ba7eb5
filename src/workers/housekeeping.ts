import { KEY_LIFETIME_MS } from '../access/idempotency.ts';
import { forgetIdempotencyKeys } from '../access/sql/idempotency.ts';
import { DAY_MS, type Clock } from '../lib/time/clock.ts';
import { dropDaysBefore, layOutDays } from '../lib/sql/partitions.ts';
import type { Database } from '../lib/sql/sql.ts';
import { failFast, type BackoffRunner } from '../lib/concurrency/backoffRunner.ts';

const DAYS_AHEAD = 3;

export type Housekeeping = {
  db: Database;
  clock: Clock;
  /** The tables that are split by day and dropped by day. */
  tables: readonly string[];
  retention_days: number;
  /** Tables with a retention of their own. */
  other_tables: readonly { names: readonly string[]; days: number }[];
  /** Deletes what depends on the days that are dropped. */
  forget: (db: Database, before: Date, now: Date) => Promise<unknown>;
  backoff?: BackoffRunner;
};

/** Makes partitions ahead of need, drops old days and deletes forgotten answers. */
export async function runHousekeeping(housekeeping: Housekeeping): Promise<void> {
  const { db, clock, tables, retention_days, other_tables, forget, backoff = failFast } = housekeeping;
  const now = clock.now();
  const all = [...tables, ...other_tables.flatMap(({ names }) => names)];
  for (const table of all)
    await backoff.run(`days of ${table}`, () => layOutDays(db, table, now, DAYS_AHEAD));
  const remembered_since = new Date(now.getTime() - KEY_LIFETIME_MS);
  await backoff.run('idempotency keys', () => forgetIdempotencyKeys(db, remembered_since));

  const before = daysBefore(now, retention_days);
  // Rows that wait for events of a day are deleted before the day is dropped.
  const may_go = await backoff.run('what waits', () => forget(db, before, now));
  if (may_go) for (const table of tables) await dropDaysBefore(db, table, before, backoff);
  for (const { names, days } of other_tables)
    for (const table of names) await dropDaysBefore(db, table, daysBefore(now, days), backoff);
}

function daysBefore(now: Date, days: number): Date {
  return new Date(now.getTime() - days * DAY_MS);
}
