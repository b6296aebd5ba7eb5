import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { connect, transaction, type Queryable } from '../../../../src/lib/sql/sql.ts';
import { createLog } from '../../../../src/lib/log.ts';
import { cloneDatabase } from '../../../support/database.ts';
import { LONG_TIMEOUTS } from '../../../support/longTimeouts.ts';

const fresh = await cloneDatabase({ on_one_server: true });
after(() => fresh.drop());

test('every kind of value is read back as it was sent', async () => {
  const db = connect(fresh.connection, { max: 1, ...LONG_TIMEOUTS });
  const at = new Date('2026-11-22T03:04:05.678Z');
  const nested = ['a', 'b"c\\d', '{e,f}', '', 'NULL'];
  const [row] = await db`
    select ${at}::timestamptz as at, ${[at]}::timestamptz[] as times, ${true} as yes, ${[true, false]}::bool[] as flags,
      ${Buffer.from([0, 255])} as bytes, ${[Buffer.from([0, 92])]}::bytea[] as blobs, ${nested}::text[] as texts,
      ${['b', null]}::text[] as gaps, ${2n ** 62n}::bigint as large, ${12}::int as small, ${1.5}::float8 as half,
      ${db.json({ a: ['\u00e9'] })} as document, ${null}::text as nothing, ${[]}::text[] as none`;
  assert.deepEqual(row, {
    at: '2026-11-22T03:04:05.678Z',
    times: ['2026-11-22T03:04:05.678Z'],
    yes: true,
    flags: [true, false],
    bytes: Buffer.from([0, 255]),
    blobs: [Buffer.from([0, 92])],
    texts: nested,
    gaps: ['b', null],
    large: String(2n ** 62n),
    small: 12,
    half: 1.5,
    document: { a: ['\u00e9'] },
    nothing: null,
    none: [],
  });
  await db.end({ timeout: 1 });
});

test('a time is read back in UTC with exactly three fractional digits; an unusual one stays as the server writes it', async () => {
  const [times] = await fresh.db<[Record<string, string>]>`
    select
      '2026-03-01 10:11:12.123456+00'::timestamptz as micro,
      '2026-03-01 10:11:12.1+02'::timestamptz as tenth,
      '2026-03-01 10:11:12+00'::timestamptz as whole,
      '0001-01-01 00:00:00+00'::timestamptz as first,
      '10000-01-01 00:00:00+00'::timestamptz as late,
      'infinity'::timestamptz as never`;
  assert.deepEqual(
    { ...times },
    {
      micro: '2026-03-01T10:11:12.123Z',
      tenth: '2026-03-01T08:11:12.100Z',
      whole: '2026-03-01T10:11:12.000Z',
      first: '0001-01-01T00:00:00.000Z',
      late: '10000-01-01 00:00:00+00',
      never: 'infinity',
    },
  );
});

test('an invalid value fails only its own statement', async () => {
  const db = connect(fresh.connection, { max: 1, ...LONG_TIMEOUTS });
  assert.throws(() => db`select ${undefined}`, /undefined value after: select/);
  await assert.rejects(async () => db`select ${new Date(Number.NaN)}`, RangeError);
  assert.equal((await db`select 1`).length, 1);
  await db.end({ timeout: 1 });
});

test('a statement whose table has changed is prepared again, also in a transaction', async () => {
  const db = connect(fresh.connection, { max: 1, ...LONG_TIMEOUTS });
  await db`create table grows (one int)`;
  await db`insert into grows values (1)`;
  const read = (on: Queryable) => on`select * from grows`;
  await read(db);
  await fresh.db`alter table grows add column two int default 2`;
  assert.deepEqual([...(await read(db))], [{ one: 1, two: 2 }]);
  await fresh.db`alter table grows add column three int default 3`;
  assert.deepEqual([...(await transaction(db, read))], [{ one: 1, two: 2, three: 3 }]);
  await db.end({ timeout: 1 });
});

test('a transaction with a failed statement is rolled back even if the caller catches the error', async () => {
  const db = connect(fresh.connection, { max: 1, ...LONG_TIMEOUTS });
  await db`create table swallowed (one int)`;
  const swallowing = db.begin(async (tx) => {
    await tx`insert into swallowed values (1)`;
    await tx`select 1 / 0`.catch(() => {});
  });
  await assert.rejects(swallowing, { code: '22012' });
  assert.deepEqual([...(await db`select one from swallowed`)], []);
  await db.end({ timeout: 1 });
});

test('years with more than four digits are read back as text, and other years as they were sent', async () => {
  const first = new Date('0001-01-01T00:00:00Z');
  const [row] = await fresh.db`
    select ${first}::timestamptz as first, '0044-03-15 00:00:00+00 BC'::timestamptz as before,
      '12026-01-01'::timestamptz as far, 'infinity'::timestamptz as never, ${NaN}::float8 as none,
      '-Infinity'::float8 as least, 'NaN'::numeric as no_number, array[[1, 2], [3, null]] as table,
      ${['6f1c2f6e-0000-7000-8000-000000000001']}::uuid[] as ids, ${fresh.db.json(null)} as nothing`;
  assert.deepEqual(row, {
    first: '0001-01-01T00:00:00.000Z',
    before: '0044-03-15 00:00:00+00 BC',
    far: '12026-01-01 00:00:00+00',
    never: 'infinity',
    none: NaN,
    least: -Infinity,
    no_number: 'NaN',
    table: [
      [1, 2],
      [3, null],
    ],
    ids: ['6f1c2f6e-0000-7000-8000-000000000001'],
    nothing: null,
  });
});

test('a statement with the maximum number of values is sent, and one with one more fails before it is sent', async () => {
  const db = connect(fresh.connection, { max: 1, ...LONG_TIMEOUTS });
  const ask = (count: number) => db`select 1 where '1' in ${db(Array.from({ length: count }, () => '1'))}`;
  assert.equal((await ask(32_767)).length, 1);
  await assert.rejects(async () => ask(32_768), RangeError);
  assert.equal((await db`select 1`).length, 1);
  await db.end({ timeout: 1 });
});

test('a statement works again after it could not be prepared or had an invalid value', async () => {
  const db = connect(fresh.connection, { max: 1, ...LONG_TIMEOUTS });
  const read = () => db`select one from appears_later`;
  await assert.rejects(async () => read(), { code: '42P01' });
  await fresh.db`create table appears_later (one int)`;
  assert.equal((await read()).length, 0);
  const aborted = db.begin(async (tx) => {
    await tx`select 1 / 0`.catch(() => {});
    await tx`select 'after a failure' as text`.catch(() => {});
  });
  await assert.rejects(aborted, { code: '22012' });
  assert.equal((await db`select 'after a failure' as text`).length, 1);
  const parse = (text: string) => db`select ${text}::int as n`;
  await assert.rejects(async () => parse('x'), { code: '22P02' });
  assert.deepEqual([...(await parse('5'))], [{ n: 5 }]);
  await db.end({ timeout: 1 });
});

test('a logged database error names the constraint and contains no row values', async () => {
  const lines: string[] = [];
  const log = createLog('info', { write: (text) => void lines.push(text) });
  await fresh.db`create table guarded (name text unique, n int check (n > 0))`;
  const insert = (n: number) => fresh.db`insert into guarded values ('of somebody', ${n})`;
  await insert(1);
  for (const n of [1, -1]) await insert(n).catch((err: unknown) => log.error({ err }, 'not written'));
  assert.equal(lines.length, 2);
  assert.match(lines.join(''), /guarded_name_key.*\n.*guarded_n_check/);
  assert.doesNotMatch(lines.join(''), /of somebody/);
});

test('every type of number, boolean, text, binary and JSON value is read with its type, alone and in lists', async () => {
  const [row] = await fresh.db`
    select 1::int2 as small, 2::oid as id, 0.5::float4 as half, 3::int8 as large, 1.50::numeric as exact,
      array[1, 2]::int2[] as smalls, array[3]::int4[] as whole, array[4]::oid[] as ids, array[0.5]::float4[] as halves,
      array[0.25]::float8[] as quarters, array['a']::varchar[] as names, array['b']::char(1)[] as letters,
      array[5]::int8[] as larges, array[1.50]::numeric[] as exacts, '{"a":[1]}'::json as document,
      array[true, null]::bool[] as flags, array['\\x00ff']::bytea[] as blobs, ''::bytea as no_bytes, false as no`;
  assert.deepEqual(row, {
    small: 1,
    id: 2,
    half: 0.5,
    large: '3',
    exact: '1.50',
    smalls: [1, 2],
    whole: [3],
    ids: [4],
    halves: [0.5],
    quarters: [0.25],
    names: ['a'],
    letters: ['b'],
    larges: ['5'],
    exacts: ['1.50'],
    document: { a: [1] },
    flags: [true, null],
    blobs: [Buffer.from([0, 255])],
    no_bytes: Buffer.alloc(0),
    no: false,
  });
});

test('a value is sent with its PostgreSQL type if its JavaScript type determines it', async () => {
  const [row] = await fresh.db`
    select pg_typeof(${true})::text as flag, pg_typeof(${7n})::text as large, pg_typeof(${new Date(0)})::text as moment,
      pg_typeof(${Buffer.of(1)})::text as bytes, pg_typeof(${fresh.db.json([1])})::text as document,
      ${[
        [1, 2],
        [3, 4],
      ]}::int[] as table, ${new Uint8Array([9, 8, 7]).subarray(1, 2)} as part`;
  assert.deepEqual(row, {
    flag: 'boolean',
    large: 'bigint',
    moment: 'timestamp with time zone',
    bytes: 'bytea',
    document: 'jsonb',
    table: [
      [1, 2],
      [3, 4],
    ],
    part: Buffer.of(8),
  });
});

test('a result has its row count, also for a write; several statements return the rows of the last one', async () => {
  const { db } = fresh;
  await db`create table counted (n int)`;
  assert.equal((await db`insert into counted values (1), (2), (3)`).count, 3);
  assert.equal((await db`update counted set n = n + 1 where n > 1`).count, 2);
  assert.equal((await db`select n from counted`).count, 3);
  assert.equal((await db`create table uncounted (n int)`).count, 0);
  assert.deepEqual([...(await db.unsafe('select 1 as n; select 2 as m'))], [{ m: 2 }]);
  assert.deepEqual(
    [...(await db.unsafe('select $2::int as b, $1::int as a, $2::int as c', [1, 2]))],
    [{ b: 2, a: 1, c: 2 }],
  );
  assert.equal((await db.unsafe('')).length, 0);
});

test('a prepared statement is described once, and each result has its own columns', async () => {
  const db = connect(fresh.connection, { max: 1, ...LONG_TIMEOUTS });
  const read = (n: number) => db`select ${n}::int as first`;
  const other = (n: number) => db`select ${n}::text as second`;
  const answers = await Promise.all([read(1), other(2), read(3), db.unsafe('select 4 as plain'), other(5)]);
  assert.deepEqual(
    answers.map(([row]) => row),
    [{ first: 1 }, { second: '2' }, { first: 3 }, { plain: 4 }, { second: '5' }],
  );
  const prepared = await db`select statement from pg_prepared_statements where statement like '%as first'`;
  assert.equal(prepared.length, 1);
  await db.end({ timeout: 1 });
});

test('statements after the end of a transaction are rejected', async () => {
  const { tx } = await fresh.db.begin(async (tx) => {
    await tx`select 1`;
    return { tx };
  });
  await assert.rejects(async () => tx`select 1`, /The transaction has ended/);
});
