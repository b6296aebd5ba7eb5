import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { connect, type Database } from '../../../../src/lib/sql/sql.ts';
import { cloneDatabase } from '../../../support/database.ts';
import { LONG_TIMEOUTS } from '../../../support/longTimeouts.ts';
import { rowsRead } from '../../../support/rowsRead.ts';

const FEW = 20;
const MANY = 5_000;
/** The number of executions: more than PostgreSQL plans separately before it uses a generic plan. */
const TURNS = 10;

const fresh = await cloneDatabase({ on_one_server: true });
after(() => fresh.drop());
const { connection, db } = fresh;

/**
 * Counts the rows that a lookup reads in a table that had few rows when the statement was planned, and has many now.
 */
async function readOfGrown(table: string, session: Record<string, string> = {}): Promise<number> {
  const own = connect(connection, { max: 1, ...LONG_TIMEOUTS, session });
  await db`create table ${db(table)} (id integer primary key)`;
  const fill = (from: number, to: number) => db`
    insert into ${db(table)}
    select generate_series(${from}::int, ${to}::int)`;
  await fill(1, FEW);
  await db`analyze ${db(table)}`;
  const read = await own.begin(async (tx) => {
    const find = (id: number) => tx`select id from ${tx(table)} where id = ${id}`;
    for (let turn = 1; turn <= TURNS; turn++) await find(turn);
    await fill(FEW + 1, MANY);
    const readUntil = async () => (await rowsRead(tx as unknown as Database, [table]))[table] ?? NaN;
    const before = await readUntil();
    assert.equal((await find(MANY)).length, 1);
    return (await readUntil()) - before;
  });
  await own.end({ timeout: 1 });
  return read;
}

test('a lookup by key reads only its row, also in a table that had one page when the plan was made', async () => {
  const read = await readOfGrown('grown');
  assert.ok(read <= 2, `${read} rows read`);
});

test('control: with sequential scans, the lookup reads the whole table', async () => {
  assert.equal(await readOfGrown('scanned', { enable_seqscan: 'on' }), MANY);
});
