import assert from 'node:assert/strict';
import { test } from 'node:test';
import { measureSurvival } from '../../bench/support/durability.ts';

test('201 and its event survive kill -9 of every database process', async () => {
  const { acknowledged, found, start_ms, recoveries_ms, ...rest } = await measureSurvival({
    rounds: 3,
    writers: 8,
    forgetful: false,
  });
  assert.ok(acknowledged > 20, `only ${acknowledged} acknowledged`);
  assert.ok(found >= acknowledged);
  const [longest_ms, within_ms] = [Math.max(...recoveries_ms), Math.max(8_000, 4 * start_ms)];
  assert.ok(longest_ms < within_ms, `recovery took ${longest_ms} of ${within_ms} ms`);
  const { failures: _, ...broken } = rest;
  assert.deepEqual(broken, { lost: 0, duplicates: 0, tasks_without_event: 0, events_without_task: 0 });
});

test('control: a server that acknowledges before writing its log loses rows', async () => {
  const { lost, tasks_without_event, events_without_task } = await measureSurvival({
    rounds: 2,
    writers: 8,
    forgetful: true,
  });
  assert.ok(lost > 0);
  assert.equal(tasks_without_event + events_without_task, 0);
});
