import { DAY_MS } from '../time/clock.ts';
import { firstIdOf } from '../ids.ts';
import { errorCode, type Database, type Queryable } from './sql.ts';
import { failFast } from '../concurrency/backoffRunner.ts';

/**
 * SQLSTATEs to ignore: another process created the partition (42P07), or the default partition already has rows of that
 * day (23514).
 */
const NOT_NEEDED = new Set(['42P07', '23514']);

/**
 * Creates the daily partitions from today to `days_ahead`. The table is partitioned by UUIDv7 ids, which contain the
 * time.
 */
export async function createDailyPartitions(
  db: Database,
  table: string,
  now: Date,
  days_ahead: number,
): Promise<void> {
  for (let day = 0; day <= days_ahead; day++) {
    await layOutDay(db, table, new Date(now.getTime() + day * DAY_MS));
  }
}

async function layOutDay(db: Database, table: string, moment: Date): Promise<void> {
  const day = moment.toISOString().slice(0, 10);
  const partition = nameOfDay(table, day);
  const [existing] = await db`select to_regclass(${partition}) as name`;
  if (existing?.['name']) return;
  try {
    await db.begin(async (tx) => {
      await tx`set local lock_timeout = '2s'`;
      await createDailyPartition(tx, table, day);
    });
  } catch (error) {
    if (!NOT_NEEDED.has(errorCode(error) ?? '')) throw error;
  }
}

/** Creates the partition of one day, such as `2026-11-22`. */
export async function createDailyPartition(tx: Queryable, table: string, day: string): Promise<void> {
  const partition = nameOfDay(table, day);
  const start = new Date(day);
  // CREATE TABLE accepts no parameters, so the bounds are part of the text.
  const [from, to] = [start, new Date(start.getTime() + DAY_MS)].map((end) =>
    tx.unsafe(`'${firstIdOf(end)}'`),
  );
  await tx`
    create table ${tx(partition)} partition of ${tx(table)}
    for values from (${from}) to (${to})`;
  await tx`alter table ${tx(partition)} enable row level security`;
}

function nameOfDay(table: string, day: string): string {
  if (!isPartitionDay(day)) throw new RangeError(`${day} is not a valid day`);
  return `${table}_${day.replaceAll('-', '_')}`;
}

/** Drops the daily partitions that end before the time, and deletes older rows from the default partition. */
export async function dropPartitionsBefore(
  db: Database,
  table: string,
  before: Date,
  backoff = failFast,
): Promise<void> {
  const day = before.toISOString().slice(0, 10).replaceAll('-', '_');
  const old = (await listDailyPartitions(db, table)).filter((name) => name < `${table}_${day}`);
  for (const name of old) await backoff.run(`day ${name}`, () => dropDay(db, name));
  await backoff.run(`orphans of ${table}`, () => deleteOrphans(db, table, before));
}

/** True for an existing calendar date such as `2026-11-22`. */
export function isPartitionDay(text: string): boolean {
  return DAY.test(text) && new Date(text).toISOString().startsWith(text);
}

const DAY = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/;

/** Returns the names of the daily partitions. */
export async function listDailyPartitions(db: Queryable, table: string): Promise<string[]> {
  const rows = await db<{ name: string }[]>`
    select child.relname as name
    from pg_inherits as link
    join pg_class as child on child.oid = link.inhrelid
    where link.inhparent = to_regclass(${table})`;
  return rows.map(({ name }) => name).filter((name) => /_\d{4}_\d\d_\d\d$/.test(name));
}

/** The lock timeout is short because a waiting DROP blocks every later statement on the table. */
async function dropDay(db: Database, name: string): Promise<void> {
  await db.begin(async (tx) => {
    await tx`set local lock_timeout = '2s'`;
    await tx`drop table if exists ${tx(name)}`;
  });
}

const ORPHANS_AT_ONCE = 5_000;

async function deleteOrphans(db: Database, table: string, before: Date): Promise<void> {
  const [parent] = await db<[{ key: string }]>`
    select pg_get_partkeydef(to_regclass(${table})) as key`;
  const key = /\((\w+)\)/.exec(parent.key)?.[1] ?? 'id';
  for (let end: string | undefined; end !== firstIdOf(before);) {
    end = await findOrphanBatchEnd(db, `${table}_default`, key, firstIdOf(before));
    await db`delete from ${db(`${table}_default`)} where ${db(key)} < ${end}`;
  }
}

/** Returns the id after the next ORPHANS_AT_ONCE rows, or `before` if fewer rows are left. */
async function findOrphanBatchEnd(db: Database, table: string, key: string, before: string): Promise<string> {
  const [next] = await db<{ id: string }[]>`
    select ${db(key)} as id
    from ${db(table)}
    where ${db(key)} < ${before}
    order by ${db(key)}
    limit 1
    offset ${ORPHANS_AT_ONCE}`;
  return next?.id ?? before;
}
