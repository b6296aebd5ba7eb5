import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { DAY_MS } from '../../../src/lib/time/clock.ts';
import { firstIdOf } from '../../../src/lib/ids.ts';
import { dropPartitionsBefore, createDailyPartitions } from '../../../src/lib/sql/partitions.ts';
import { cloneDatabase } from '../../support/database.ts';

const database = await cloneDatabase();
const { db } = database;
after(() => database.drop());

const TABLE = 'audit_entries';
const NOW = new Date('2031-03-04T12:00:00Z');

async function daysThere(): Promise<string[]> {
  const rows = await db<{ name: string; is_closed: boolean }[]>`
    select child.relname as name, child.relrowsecurity as is_closed
    from pg_inherits as link
    join pg_class as child on child.oid = link.inhrelid
    where link.inhparent = to_regclass(${TABLE})
    order by child.relname`;
  for (const { name, is_closed } of rows) assert.ok(is_closed, `${name} has no row security`);
  return rows.flatMap(({ name }) => (name.startsWith(`${TABLE}_2031`) ? [name.slice(TABLE.length + 1)] : []));
}

test('partitions are created once from today to the last day ahead, with row security', async () => {
  await createDailyPartitions(db, TABLE, NOW, 2);
  await createDailyPartitions(db, TABLE, NOW, 2);
  assert.deepEqual(await daysThere(), ['2031_03_04', '2031_03_05', '2031_03_06']);
});

test('the ids of a day are in its partition, up to the last millisecond', async () => {
  const [bound] = await db<{ text: string }[]>`
    select pg_get_expr(child.relpartbound, child.oid) as text
    from pg_class as child
    where child.oid = to_regclass(${`${TABLE}_2031_03_05`})`;
  const day = new Date('2031-03-05T00:00:00Z');
  const next = new Date(day.getTime() + DAY_MS);
  assert.equal(bound?.text, `FOR VALUES FROM ('${firstIdOf(day)}') TO ('${firstIdOf(next)}')`);
});

test('partitions of days before a given time are dropped, the partition of its day is kept', async () => {
  await dropPartitionsBefore(db, TABLE, new Date('2031-03-05T23:59:59.999Z'));
  assert.deepEqual(await daysThere(), ['2031_03_05', '2031_03_06']);
  await dropPartitionsBefore(db, TABLE, new Date('2031-03-06T00:00:00Z'));
  assert.deepEqual(await daysThere(), ['2031_03_06']);
});
