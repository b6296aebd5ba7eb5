/* Keys that expire or get restricted while their request waits for events. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { changeKey } from '../../src/features/keys/keys.ts';
import type { Answer, Caller } from '../../support/caller.ts';
import { startWaitingRequest } from '../support/waitingRequest.ts';
import { MINUTE_MS, OFFICE_ADDRESS, openRestrictedKeys, TASKS_PATH } from './support/restrictedKeys.ts';

const { world, tenant, full, inMinutes, makeKey } = await openRestrictedKeys();

/** Waits for the first event after the newest existing one. */
async function waitWith(by: Caller): Promise<Answer> {
  return waitAfter(by, await newestOf(by));
}

async function newestOf(by: Caller): Promise<string> {
  return (await by.get('/v1/events')).body.cursor;
}

function waitAfter(by: Caller, cursor: string): Promise<Answer> {
  return by.get(`/v1/events?after=${cursor}&wait=20`);
}

test('401 for a key that expires or is restricted during its wait, without the event', async () => {
  const [ending, bound] = [await makeKey({ expires_at: inMinutes(1) }), await makeKey({})];
  // All three requests use this cursor, so that a slow request does not miss the event.
  const cursor = await newestOf(full);
  const parked = [];
  for (const by of [ending, bound, full])
    parked.push(await startWaitingRequest(world.app, () => waitAfter(by, cursor)));
  world.clock.advance(MINUTE_MS);
  await changeKey(tenant.ctx(), bound.id, { allowed_addresses: [OFFICE_ADDRESS] });
  await full.post(TASKS_PATH, { title: 'Secret' });
  const answers = await Promise.all(parked.map(({ waiting }) => waiting));
  assert.deepEqual(
    answers.map(({ status, text }) => [status, text.includes('Secret')]),
    [
      [401, false],
      [401, false],
      [200, true],
    ],
  );
});

test('200 before the end of the wait for a key that expires earlier', async () => {
  const own = await makeKey({ expires_at: new Date(world.clock.now().getTime() + 100).toISOString() });
  const answered = await Promise.race([waitWith(own), sleep(15_000)]);
  assert.deepEqual(answered?.body.events, []);
});
