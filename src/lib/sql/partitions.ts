import { DAY_MS } from '../time/clock.ts';
import { firstIdOf } from '../ids.ts';
import { errorCode, type Database, type Queryable } from './sql.ts';
import { failFast } from '../concurrency/backoffRunner.ts';

/** Another process was faster, or rows of the day are in the default partition and stay there. */
const NOT_NEEDED = new Set(['42P07', '23514']);

/** Makes the day partitions of a table that is split by id, from today on, ahead of need. */
export async function layOutDays(db: Database, table: string, now: Date, days_ahead: number): Promise<void> {
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
      await makeDay(tx, table, day);
    });
  } catch (error) {
    if (!NOT_NEEDED.has(errorCode(error) ?? '')) throw error;
  }
}

/** Makes the partition of one day, `2026-11-22`. */
export async function makeDay(tx: Queryable, table: string, day: string): Promise<void> {
  const partition = nameOfDay(table, day);
  const start = new Date(day);
  // Definitions of tables take no parameters.
  const [from, to] = [start, new Date(start.getTime() + DAY_MS)].map((end) =>
    tx.unsafe(`'${firstIdOf(end)}'`),
  );
  await tx`
    create table ${tx(partition)} partition of ${tx(table)}
    for values from (${from}) to (${to})`;
  await tx`alter table ${tx(partition)} enable row level security`;
}

function nameOfDay(table: string, day: string): string {
  if (!isDay(day)) throw new RangeError(`${day} is no day`);
  return `${table}_${day.replaceAll('-', '_')}`;
}

/** Drops day partitions that end before a time; rows outside of all days are deleted. */
export async function dropDaysBefore(
  db: Database,
  table: string,
  before: Date,
  backoff = failFast,
): Promise<void> {
  const day = before.toISOString().slice(0, 10).replaceAll('-', '_');
  const old = (await listDays(db, table)).filter((name) => name < `${table}_${day}`);
  for (const name of old) await backoff.run(`day ${name}`, () => dropDay(db, name));
  await backoff.run(`strays of ${table}`, () => deleteOrphans(db, table, before));
}

/** True for a day of the calendar such as `2026-11-22`. */
export function isDay(text: string): boolean {
  return DAY.test(text) && new Date(text).toISOString().startsWith(text);
}

const DAY = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/;

/** The names of a table's day partitions. */
export async function listDays(db: Queryable, table: string): Promise<string[]> {
  const rows = await db<{ name: string }[]>`
    select child.relname as name
    from pg_inherits as link
    join pg_class as child on child.oid = link.inhrelid
    where link.inhparent = to_regclass(${table})`;
  return rows.map(({ name }) => name).filter((name) => /_\d{4}_\d\d_\d\d$/.test(name));
}

/** A short lock timeout, since others queue behind a waiting lock. */
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

/** The id before which so many of the oldest lie, or all of them. */
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
