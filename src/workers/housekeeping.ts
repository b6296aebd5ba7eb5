import { REMEMBER_MS } from '../access/idempotency.ts';
import { forgetIdempotencyKeys } from '../access/queries.ts';
import type { Clock } from '../lib/clock.ts';
import type { Log } from '../lib/log.ts';
import { dropDaysBefore, layOutDays } from '../lib/partitions.ts';
import type { Database } from '../lib/sql.ts';
import { startLoop, type Loop } from './loop.ts';

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
const DAYS_AHEAD = 3;

export type House = {
  db: Database;
  clock: Clock;
  log: Log;
  /** The tables that are split by day and dropped by day. */
  tables: readonly string[];
  /** Those that are dropped after a time of their own. */
  brief_tables: { names: readonly string[]; days: number };
  /** Those that are split by day and kept. */
  kept_tables: readonly string[];
  retention_days: number;
  /** What else must go with the days that are dropped. */
  forget: (db: Database, before: Date, now: Date) => Promise<unknown>;
};

/** Keeps tables in shape: partitions ahead of need, old days and forgotten answers gone. */
export function startHousekeeping(house: House): Loop {
  return startLoop('housekeeping', HOUR_MS, () => keepHouse(house), house.log);
}

export async function keepHouse(house: House): Promise<void> {
  const { db, clock, tables, brief_tables, kept_tables, retention_days, forget } = house;
  const now = clock.now();
  for (const table of [...tables, ...brief_tables.names, ...kept_tables])
    await layOutDays(db, table, now, DAYS_AHEAD);
  await forgetIdempotencyKeys(db, new Date(now.getTime() - REMEMBER_MS));

  const before = daysBefore(now, retention_days);
  await forget(db, before, now);
  for (const table of tables) await dropDaysBefore(db, table, before);
  for (const table of brief_tables.names) await dropDaysBefore(db, table, daysBefore(now, brief_tables.days));
}

function daysBefore(now: Date, days: number): Date {
  return new Date(now.getTime() - days * DAY_MS);
}
