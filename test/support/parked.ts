import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { eventually } from '../../support/eventually.ts';
import type { World } from './world.ts';

/** Until a request only waits for something to happen. */
export async function untilParked({ app }: World, waiting: Promise<unknown>): Promise<void> {
  let is_answered = false;
  void waiting.finally(() => (is_answered = true)).catch(() => {});
  await eventually(
    () => app.foreground.yieldTo(1),
    (waited_ms) => waited_ms === 0,
  );
  await sleep(50);
  assert.ok(!is_answered);
}
