import { firstIdOf } from './ids.ts';
import { errorCode, type Database } from './sql.ts';

const DAY_MS = 24 * 60 * 60_000;
const DUPLICATE_TABLE = '42P07';

/** The tables whose rows lie in partitions by day. */
export const SPLIT_BY_DAY = ['events', 'audit_entries'];

/** Makes the day partitions of a table that is split by id, from today on, ahead of need. */
export async function layOutDays(db: Database, table: string, now: Date, days_ahead: number): Promise<void> {
  for (let day = 0; day <= days_ahead; day++) {
    await layOutDay(db, table, new Date(now.getTime() + day * DAY_MS));
  }
}

async function layOutDay(db: Database, table: string, moment: Date): Promise<void> {
  const day = moment.toISOString().slice(0, 10);
  const start = new Date(day);
  const partition = `${table}_${day.replaceAll('-', '_')}`;
  const [existing] = await db`select to_regclass(${partition}) as name`;
  if (existing?.['name']) return;
  try {
    await db.begin(async (tx) => {
      await tx`set local lock_timeout = '2s'`;
      await tx.unsafe(
        `create table "${partition}" partition of "${table}"
           for values from ('${firstIdOf(start)}') to ('${firstIdOf(new Date(start.getTime() + DAY_MS))}')`,
      );
      await tx.unsafe(`alter table "${partition}" enable row level security`);
    });
  } catch (error) {
    if (errorCode(error) !== DUPLICATE_TABLE) throw error;
  }
}
