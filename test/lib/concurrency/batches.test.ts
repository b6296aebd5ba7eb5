import assert from 'node:assert/strict';
import { test } from 'node:test';
import { writeApart } from '../../../src/lib/concurrency/batches.ts';

const refusal = Object.assign(new Error('invalid text'), { code: '22021' });
const away = Object.assign(new Error('no connection'), { code: 'ECONNRESET' });

/** Writes a batch without these items, which the database refuses. */
async function write(batch: readonly number[], bad: readonly number[]) {
  const written: number[] = [];
  const refused: number[] = [];
  let statements = 0;
  await writeApart(
    batch,
    async (some) => {
      statements++;
      if (some.some((item) => bad.includes(item))) throw refusal;
      written.push(...some);
    },
    (item, error) => {
      assert.equal(error, refusal);
      refused.push(item);
    },
  );
  return { written, refused, statements };
}

const upTo = (count: number) => Array.from({ length: count }, (_, at) => at);

test('a batch without bad rows is written in one statement', async () => {
  assert.deepEqual(await write(upTo(7), []), { written: upTo(7), refused: [], statements: 1 });
});

test('each row is written once and in order, each bad one is left out and told', async () => {
  for (const size of [1, 2, 3, 7, 8])
    for (const bad of [[0], [size - 1], [0, size - 1], upTo(size)]) {
      const { written, refused } = await write(upTo(size), bad);
      assert.deepEqual(
        written,
        upTo(size).filter((item) => !bad.includes(item)),
      );
      assert.deepEqual(refused, [...new Set(bad)]);
    }
});

test('one bad row of a thousand costs a statement for each halving', async () => {
  const { statements } = await write(upTo(1_000), [600]);
  assert.ok(statements <= 2 * 10 + 1, `${statements} statements`);
});

test('what is no refusal of values is thrown, and nothing is written apart', async () => {
  let statements = 0;
  const writing = writeApart(
    upTo(4),
    async () => {
      statements++;
      throw away;
    },
    () => assert.fail('no row was refused'),
  );
  await assert.rejects(writing, away);
  assert.equal(statements, 1);
});
