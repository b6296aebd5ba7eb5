/* COPY FROM STDIN accepts one statement, and its connection stays usable however it ends. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { openWorld } from '../../../support/world.ts';

const world = await openWorld();
const connection = await world.db.reserve();
after(() => connection.release());
await connection`create temporary table copied (id integer primary key)`;

const COPY = 'copy copied (id) from stdin';

async function* rowsOf(...texts: string[]) {
  for (const text of texts) yield Buffer.from(text);
}

async function* broken() {
  yield Buffer.from('7\n');
  throw new Error('the rows ended');
}

/** Asserts that later statements get their own answers. */
async function assertGoesOn(): Promise<void> {
  const answers = await Promise.all([1, 2, 3].map((number) => connection`select ${number}::int as number`));
  assert.deepEqual(
    answers.map(([row]) => row?.['number']),
    [1, 2, 3],
  );
}

async function countCopied(): Promise<number> {
  const [row] = await connection`select count(*)::int as rows from copied`;
  return Number(row?.['rows']);
}

test('rows are copied and counted', async () => {
  assert.equal(await connection.copyIn(COPY, rowsOf('1\n2', '\n3\n')), 3);
  assert.equal(await connection.copyIn(COPY, rowsOf()), 0);
  await assertGoesOn();
  assert.equal(await countCopied(), 3);
});

test('a COPY text with two statements is rejected, and neither runs', async () => {
  const two = `create temporary table more (id int); ${COPY}`;
  await assert.rejects(connection.copyIn(two, rowsOf('4\n')), /cannot insert multiple commands/);
  await assertGoesOn();
  const [row] = await connection`select to_regclass('more') as name`;
  assert.equal(row?.['name'], null);

  // Control: a text without parameters may contain several statements.
  await connection.unsafe('create temporary table more (id int); drop table more');
});

const WRONG: [string, string, () => AsyncGenerator<Buffer>, RegExp][] = [
  ['an unknown table', 'copy nothing from stdin', () => rowsOf('4\n'), /does not exist/],
  ['a wrong first row', COPY, () => rowsOf('x\n', '4\n'), /invalid input syntax/],
  ['a wrong last row', COPY, () => rowsOf('4\n', 'x\n'), /invalid input syntax/],
  [
    'many rows after a wrong one',
    COPY,
    () => rowsOf('x\n', ...Array(2_000).fill('4\n'.repeat(1_000))),
    /invalid/,
  ],
  ['an existing row', COPY, () => rowsOf('4\n', '1\n'), /duplicate key/],
  ['an additional column', COPY, () => rowsOf('4\t5\n'), /extra data/],
  ['a source of rows that fails', COPY, broken, /the rows ended/],
];

for (const [what, text, rows, fault] of WRONG)
  test(`${what}: the whole copy fails, and the connection stays usable`, async () => {
    await assert.rejects(connection.copyIn(text, rows()), fault);
    await assertGoesOn();
    assert.equal(await countCopied(), 3);
  });

test('rows are copied out as they were copied in and then counted, and errors are reported', async () => {
  const rows = connection.copyOut('copy (select id from copied order by id) to stdout');
  const blocks: Buffer[] = [];
  let next = await rows.next();
  for (; !next.done; next = await rows.next()) blocks.push(next.value);
  assert.deepEqual([Buffer.concat(blocks).toString(), next.value], ['1\n2\n3\n', 3]);
  await assert.rejects(Array.fromAsync(connection.copyOut('copy nothing to stdout')), /does not exist/);
  await assertGoesOn();
});

const MANY = 'copy (select generate_series(1, 250000)) to stdout';
const BLOCK_BYTES = 256 * 1024;

test('many rows are copied out in blocks of 256 KB', async () => {
  const blocks = await Array.fromAsync(connection.copyOut(MANY));
  assert.equal(Buffer.concat(blocks).toString().split('\n').length, 250_001);
  assert.ok(blocks.length > 4, `${blocks.length} blocks`);
  for (const block of blocks.slice(0, -1))
    assert.ok(block.length >= BLOCK_BYTES && block.length < 2 * BLOCK_BYTES);
  await assertGoesOn();
});

test('the connection of an abandoned copy ends, because its rest would be read as the next result', async () => {
  const abandoned = await world.db.reserve();
  const rows = abandoned.copyOut(MANY);
  await rows.next();
  await rows.return(0);
  await assert.rejects(abandoned`select 1`, { code: 'CONNECTION_CLOSED' });
  abandoned.release();
});
