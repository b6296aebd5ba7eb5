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
  retention_days: number;
  /** Those that are kept for a time of their own. */
  other_tables: readonly { names: readonly string[]; days: number }[];
  /** What else must go with the days that are dropped. */
  forget: (db: Database, before: Date, now: Date) => Promise<unknown>;
};

/** Keeps tables in shape: partitions ahead of need, old days and forgotten answers gone. */
export function startHousekeeping(house: House): Loop {
  return startLoop('housekeeping', HOUR_MS, () => keepHouse(house), house.log);
}

export async function keepHouse(house: House): Promise<void> {
  const { db, clock, tables, retention_days, other_tables, forget } = house;
  const now = clock.now();
  const all = [...tables, ...other_tables.flatMap(({ names }) => names)];
  for (const table of all) await layOutDays(db, table, now, DAYS_AHEAD);
  await forgetIdempotencyKeys(db, new Date(now.getTime() - REMEMBER_MS));

  await forget(db, daysBefore(now, retention_days), now);
  for (const { names, days } of [{ names: tables, days: retention_days }, ...other_tables])
    for (const table of names) await dropDaysBefore(db, table, daysBefore(now, days));
}

function daysBefore(now: Date, days: number): Date {
  return new Date(now.getTime() - days * DAY_MS);
}
