import { REMEMBER_MS } from '../access/idempotency.ts';
import { forgetIdempotencyKeys } from '../access/queries.ts';
import type { Clock } from '../lib/clock.ts';
import type { Log } from '../lib/log.ts';
import { layOutDays, SPLIT_BY_DAY } from '../lib/partitions.ts';
import type { Database } from '../lib/sql.ts';
import { startLoop, type Loop } from './loop.ts';

const HOUR_MS = 60 * 60_000;
const DAYS_AHEAD = 3;

/** Keeps tables in shape: partitions ahead of need, forgotten answers gone. */
export function startHousekeeping(db: Database, clock: Clock, log: Log): Loop {
  return startLoop('housekeeping', HOUR_MS, () => keepHouse(db, clock.now()), log);
}

async function keepHouse(db: Database, now: Date): Promise<void> {
  for (const table of SPLIT_BY_DAY) await layOutDays(db, table, now, DAYS_AHEAD);
  await forgetIdempotencyKeys(db, new Date(now.getTime() - REMEMBER_MS));
}
