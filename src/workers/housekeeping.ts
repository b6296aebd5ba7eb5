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
  /** Those of the audit, which is kept for longer. */
  audit_tables: readonly string[];
  audit_days: number;
  /** What else must go with the days that are dropped. */
  forget: (db: Database, before: Date, now: Date) => Promise<unknown>;
};

/** Keeps tables in shape: partitions ahead of need, old days and forgotten answers gone. */
export function startHousekeeping(house: House): Loop {
  return startLoop('housekeeping', HOUR_MS, () => keepHouse(house), house.log);
}

export async function keepHouse(house: House): Promise<void> {
  const { db, clock, tables, audit_tables, forget } = house;
  const now = clock.now();
  for (const table of [...tables, ...audit_tables]) await layOutDays(db, table, now, DAYS_AHEAD);
  await forgetIdempotencyKeys(db, new Date(now.getTime() - REMEMBER_MS));

  const before = new Date(now.getTime() - house.retention_days * DAY_MS);
  await forget(db, before, now);
  for (const table of tables) await dropDaysBefore(db, table, before);
  const audited_before = new Date(now.getTime() - house.audit_days * DAY_MS);
  for (const table of audit_tables) await dropDaysBefore(db, table, audited_before);
}
