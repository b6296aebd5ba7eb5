import assert from 'node:assert/strict';
import { syncBuiltinESMExports } from 'node:module';
import { test, type TestContext } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { BatchWriter, type BatchWriterOptions } from '../../../src/lib/concurrency/batchWriter.ts';

const refusal = Object.assign(new Error('invalid text'), { code: '22021' });
const away = Object.assign(new Error('no connection'), { code: 'ECONNRESET' });

type Options = Partial<BatchWriterOptions<number>>;

/** Opens a batch writer for numbers, which records all of its results. */
function openWriter(options: Options = {}, bad: readonly number[] = []) {
  const seen = {
    batches: [] as number[][],
    written: [] as number[],
    rejected: [] as number[],
    failed: [] as { batch: readonly number[]; attempt: number }[],
  };
  const writer = new BatchWriter<number>({
    async write(batch) {
      seen.batches.push([...batch]);
      if (batch.some((item) => bad.includes(item))) throw refusal;
      seen.written.push(...batch);
    },
    gather_ms: 1_000,
    most: 1_000,
    onRejected(item, error) {
      assert.equal(error, refusal);
      seen.rejected.push(item);
    },
    onFailed(batch, error, attempt) {
      assert.equal(error, away);
      seen.failed.push({ batch, attempt });
    },
    ...options,
  });
  const addAll = (items: readonly number[]) => items.map((item) => writer.add(item));
  return { writer, seen, addAll };
}

/** Writes the items at once; the database rejects the `bad` ones. */
async function writeAll(items: readonly number[], bad: readonly number[]) {
  const { writer, seen, addAll } = openWriter({}, bad);
  addAll(items);
  await writer.flush();
  return seen;
}

const upTo = (count: number) => Array.from({ length: count }, (_, at) => at);

/** Mocks timers, including those of retries; the test advances them. */
function holdTimers(t: TestContext): void {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  syncBuiltinESMExports();
  t.after(() => {
    t.mock.timers.reset();
    syncBuiltinESMExports();
  });
}

async function passTime(t: TestContext, ms: number): Promise<void> {
  t.mock.timers.tick(ms);
  for (let backoff = 0; backoff < 3; backoff++) await turn();
}

test('a batch without bad rows is written in one statement', async () => {
  const { written, rejected, batches } = await writeAll(upTo(7), []);
  assert.deepEqual([written, rejected, batches.length], [upTo(7), [], 1]);
});

test('each row is written once and in order, and each bad row is reported', async () => {
  for (const size of [1, 2, 3, 7, 8])
    for (const bad of [[0], [size - 1], [0, size - 1], upTo(size)]) {
      const { written, rejected } = await writeAll(upTo(size), bad);
      assert.deepEqual(
        written,
        upTo(size).filter((item) => !bad.includes(item)),
      );
      assert.deepEqual(rejected, [...new Set(bad)]);
    }
});

test('one bad row of a thousand costs one statement per bisection step', async () => {
  const { batches } = await writeAll(upTo(1_000), [600]);
  assert.ok(batches.length <= 2 * 10 + 1, `${batches.length} statements`);
});

test('an error that is not a rejection fails the batch without bisection', async () => {
  let statements = 0;
  const write = () => {
    statements++;
    return Promise.reject(away);
  };
  const { writer, seen, addAll } = openWriter({ write });
  addAll(upTo(4));
  await writer.flush();
  assert.deepEqual([statements, seen.failed], [1, [{ batch: upTo(4), attempt: 1 }]]);
});

test('the gather time of a batch starts with its oldest item', async (t) => {
  holdTimers(t);
  const { seen, addAll } = openWriter();
  addAll([1]);
  await passTime(t, 999);
  addAll([2]);
  assert.deepEqual(seen.batches, []);
  await passTime(t, 1);
  assert.deepEqual(seen.batches, [[1, 2]]);
  addAll([3]);
  await passTime(t, 999);
  assert.deepEqual(seen.batches, [[1, 2]]);
  await passTime(t, 1);
  assert.deepEqual(seen.batches, [[1, 2], [3]]);
});

test('items that arrive during a write form one batch afterwards', async (t) => {
  holdTimers(t);
  const first = Promise.withResolvers<void>();
  const begun: number[][] = [];
  const write = async (batch: readonly number[]) => {
    begun.push([...batch]);
    if (begun.length === 1) await first.promise;
  };
  const { addAll } = openWriter({ write });
  addAll([1]);
  await passTime(t, 1_000);
  addAll([2]);
  await passTime(t, 5_000);
  first.resolve();
  await passTime(t, 0);
  await passTime(t, 999);
  addAll([3]);
  assert.deepEqual(begun, [[1]]);
  await passTime(t, 1);
  assert.deepEqual(begun, [[1], [2, 3]]);
});

test('more items than a batch can hold are written in several sequential batches', async () => {
  const { writer, seen, addAll } = openWriter({ most: 3 });
  addAll(upTo(7));
  await writer.flush();
  assert.deepEqual(seen.batches, [[0, 1, 2], [3, 4, 5], [6]]);
});

test('a batch waits for the previous batch, and a flush waits for both', async () => {
  const first = Promise.withResolvers<void>();
  const begun: number[][] = [];
  const write = async (batch: readonly number[]) => {
    begun.push([...batch]);
    if (begun.length === 1) await first.promise;
  };
  const { writer, addAll } = openWriter({ write });
  addAll([1]);
  const one = writer.flush();
  await turn();
  addAll([2]);
  const both = Promise.all([writer.flush(), writer.flush()]).then(() => 'flushed');
  addAll([3]);
  assert.equal(await Promise.race([both, turn('waits')]), 'waits');
  assert.deepEqual(begun, [[1]]);
  first.resolve();
  assert.equal(await both, 'flushed');
  await one;
  assert.deepEqual(begun, [[1], [2, 3]]);
});

test('items beyond the limit are rejected, also during a slow write', async () => {
  const write = Promise.withResolvers<void>();
  const { writer, addAll } = openWriter({ most_waiting: 2, write: () => write.promise });
  assert.deepEqual(addAll([1, 2, 3]), [true, true, false]);
  const flushed = writer.flush();
  await turn();
  assert.deepEqual(addAll([4, 5, 6]), [true, true, false]);
  void writer.flush();
  assert.deepEqual(addAll([7]), [false]);
  write.resolve();
  await flushed;
});

test('the last of several items with the same key is written, also at the limit', async () => {
  const { writer, seen, addAll } = openWriter({ keyOf: (item) => item % 10, most_waiting: 2 });
  assert.deepEqual(addAll([1, 2, 11, 21, 3]), [true, true, true, true, false]);
  await writer.flush();
  assert.deepEqual(seen.written, [21, 2]);
});

test('a failed batch is retried with backoff, then dropped; the next batch is written', async (t) => {
  holdTimers(t);
  let is_away = true;
  const times: number[] = [];
  let now_ms = 0;
  const write = async () => {
    times.push(now_ms);
    if (is_away) throw away;
  };
  const { writer, seen, addAll } = openWriter({ write, tries: 4 });
  addAll([1]);
  const flushed = writer.flush();
  for (; now_ms <= 1_000; now_ms += 50) await passTime(t, now_ms === 0 ? 0 : 50);
  await flushed;
  assert.deepEqual(times, [0, 100, 300, 700]);
  assert.deepEqual(
    seen.failed.map(({ attempt }) => attempt),
    [1, 2, 3, 4],
  );
  is_away = false;
  addAll([2]);
  await writer.flush();
  assert.equal(times.length, 5);
});

test('each item is reported once: written, rejected or given up', async () => {
  for (const write of [async () => {}, () => Promise.reject(refusal), () => Promise.reject(away)]) {
    const { writer } = openWriter({ write });
    let ended = 0;
    for (const item of [1, 2]) assert.ok(writer.add(item, () => ended++));
    await writer.flush();
    assert.equal(ended, 2);
  }
});

test('a closed writer writes waiting items and rejects later ones', async () => {
  const { writer, seen, addAll } = openWriter();
  addAll([1]);
  const closed = writer.close();
  assert.deepEqual(addAll([2]), [false]);
  await closed;
  assert.deepEqual(seen.written, [1]);
});
