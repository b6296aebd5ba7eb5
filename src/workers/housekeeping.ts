import { REMEMBER_MS } from '../access/idempotency.ts';
import { forgetIdempotencyKeys } from '../access/sql/idempotency.ts';
import { DAY_MS, type Clock } from '../lib/clock.ts';
import { dropDaysBefore, layOutDays } from '../lib/partitions.ts';
import type { Database } from '../lib/sql.ts';
import { allAtOnce, type Turns } from '../lib/turns.ts';

const DAYS_AHEAD = 3;

export type House = {
  db: Database;
  clock: Clock;
  /** The tables that are split by day and dropped by day. */
  tables: readonly string[];
  retention_days: number;
  /** Those that are kept for a time of their own. */
  other_tables: readonly { names: readonly string[]; days: number }[];
  /** What else must go with the days that are dropped. */
  forget: (db: Database, before: Date, now: Date) => Promise<unknown>;
  turns?: Turns;
};

/** Keeps tables in shape: partitions ahead of need, old days and forgotten answers gone. */
export async function keepHouse(house: House): Promise<void> {
  const { db, clock, tables, retention_days, other_tables, forget, turns = allAtOnce } = house;
  const now = clock.now();
  const all = [...tables, ...other_tables.flatMap(({ names }) => names)];
  for (const table of all) await turns.take(`days of ${table}`, () => layOutDays(db, table, now, DAYS_AHEAD));
  const remembered_since = new Date(now.getTime() - REMEMBER_MS);
  await turns.take('idempotency keys', () => forgetIdempotencyKeys(db, remembered_since));

  const before = daysBefore(now, retention_days);
  // What waits for events of a day must have gone before they go.
  const may_go = await turns.take('what waits', () => forget(db, before, now));
  if (may_go) for (const table of tables) await dropDaysBefore(db, table, before, turns);
  for (const { names, days } of other_tables)
    for (const table of names) await dropDaysBefore(db, table, daysBefore(now, days), turns);
}

function daysBefore(now: Date, days: number): Date {
  return new Date(now.getTime() - days * DAY_MS);
}
