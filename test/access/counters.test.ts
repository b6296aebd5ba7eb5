import assert from 'node:assert/strict';
import { test } from 'node:test';
import { incrementCounter, readCounter, type Counter } from '../../src/access/throttle/counters.ts';
import { openWorld } from '../support/world.ts';

const world = await openWorld();
const { db } = world;
const HOUR_MS = 60 * 60_000;
const counter = (name: string): Counter => ({ of: [name], window_ms: HOUR_MS });
const before = (ms: number) => new Date(world.clock.now().getTime() - ms);

test('a first count deletes twenty that are over an hour old, the oldest first, and one more of the same none', async () => {
  const old = Array.from({ length: 22 }, (_, at) => counter(`old ${at}`));
  // The first is exactly an hour old, and each of the others a millisecond older than the one before.
  for (const [at, one] of old.entries()) await incrementCounter(db, one, before(HOUR_MS + at));
  await incrementCounter(db, counter('new'), world.clock.now());
  const left = async () => {
    const counts = await Promise.all(old.map((one) => readCounter(db, one, before(HOUR_MS))));
    return counts.flatMap((count, at) => (count > 0 ? [at] : []));
  };
  assert.deepEqual(await left(), [0, 1]);
  await incrementCounter(db, counter('new'), world.clock.now());
  assert.deepEqual(await left(), [0, 1]);
  await incrementCounter(db, counter('another'), world.clock.now());
  assert.deepEqual(await left(), [0]);
});

for (const [late_ms, count] of [
  [HOUR_MS, 2],
  [HOUR_MS + 1, 1],
] as const)
  test(`${count} counted by a second one ${late_ms} ms after the first of a window of an hour`, async () => {
    const one = counter(`after ${late_ms}`);
    const first = before(late_ms);
    assert.deepEqual(await incrementCounter(db, one, first), {
      count: 1,
      ends_at: new Date(first.getTime() + HOUR_MS),
    });
    assert.equal((await incrementCounter(db, one, world.clock.now())).count, count);
    assert.equal(await readCounter(db, one, world.clock.now()), count);
  });
