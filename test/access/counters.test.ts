import assert from 'node:assert/strict';
import { test } from 'node:test';
import { incrementCounter, readCounter, type ThrottleCounter } from '../../src/access/throttle/counters.ts';
import { openWorld } from '../support/world.ts';

const world = await openWorld();
const { db } = world;
const HOUR_MS = 60 * 60_000;
const counter = (name: string): ThrottleCounter => ({ name_parts: [name], window_ms: HOUR_MS });
const before = (ms: number) => new Date(world.clock.now().getTime() - ms);

test('the first count of a window deletes the twenty oldest expired counters; the second count deletes none', async () => {
  const old = Array.from({ length: 22 }, (_, at) => counter(`old ${at}`));
  // The first counter is exactly one hour old; every further counter is a millisecond older than the previous
  // one.
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
  test(`a count of ${count} for a second request ${late_ms} ms after the first one, with a window of one hour`, async () => {
    const one = counter(`after ${late_ms}`);
    const first = before(late_ms);
    assert.deepEqual(await incrementCounter(db, one, first), {
      count: 1,
      ends_at: new Date(first.getTime() + HOUR_MS),
    });
    assert.equal((await incrementCounter(db, one, world.clock.now())).count, count);
    assert.equal(await readCounter(db, one, world.clock.now()), count);
  });
