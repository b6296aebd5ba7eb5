import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { LONGEST_SESSION_SECONDS } from '../../src/features/sessions/contract.ts';
import { assertCountersExact } from '../support/userCounters.ts';
import { openWorld } from '../support/world.ts';

const DEVICE = '/device/v1/sessions';
/** The maximum of the columns for a user's sums in an earlier version. */
const MOST_MINUTES_ONCE = 2_147_483_647;

const world = await openWorld();
const tenant = await world.account();
const api = await tenant.api();
const glasses = await tenant.device();
const end = (session_id: string, duration_seconds: number) =>
  glasses.post(`${DEVICE}/complete`, { session_id, status: 'completed', duration_seconds });

async function start(): Promise<string> {
  const { body } = await glasses.post(DEVICE, { role: 'trainer' });
  return body.id;
}

test('400 for a session duration above the limit, also from the glasses', async () => {
  const { status, body } = await end(await start(), LONGEST_SESSION_SECONDS + 1);
  assert.deepEqual([status, body.message], [400, 'duration_seconds: must be at most 31622400']);
});

test('400 for a start of more than 366 days ago; 201 for one of 366 days', async () => {
  const ago = (ms: number) => new Date(world.clock.now().getTime() - ms).toISOString();
  for (const started_at of ['0001-01-01T00:00:00Z', ago(LONGEST_SESSION_SECONDS * 1000 + 1)]) {
    const { status, body } = await glasses.post(DEVICE, { role: 'trainer', started_at });
    assert.deepEqual([status, body.message], [400, 'started_at: must be at most 366 days ago'], started_at);
  }
  const oldest = await glasses.post(DEVICE, {
    role: 'trainer',
    started_at: ago(LONGEST_SESSION_SECONDS * 1000),
  });
  assert.equal(oldest.status, 201);
  const ended = await glasses.post(`${DEVICE}/complete`, { session_id: oldest.body.id, status: 'completed' });
  assert.deepEqual([ended.status, ended.body.duration_seconds], [200, LONGEST_SESSION_SECONDS]);
});

test('200 for a repeated start a year later', async () => {
  const again = { role: 'trainer', session_id: randomUUID(), started_at: world.clock.now().toISOString() };
  const first = await glasses.post(DEVICE, again);
  world.clock.advance(LONGEST_SESSION_SECONDS * 1000 + 1);
  const second = await glasses.post(DEVICE, again);
  assert.deepEqual([second.status, second.body.id], [first.status, again.session_id]);
});

test('200 with exact sums beyond the former integer limit', async () => {
  await world.db`
    update users
    set total_minutes = ${MOST_MINUTES_ONCE}
    where id = ${glasses.user_id}`;
  const id = await start();
  assert.equal((await end(id, LONGEST_SESSION_SECONDS)).status, 200);
  const { body } = await api.get('/v1/api-tenant-users?limit=100');
  const person = body.users.find((user: { id: string }) => user.id === glasses.user_id);
  assert.equal(person.total_minutes, MOST_MINUTES_ONCE + LONGEST_SESSION_SECONDS / 60);
});

test('control: the sums of sessions are compared with the rows', async () => {
  await assert.rejects(assertCountersExact(world.db, tenant.account_id));
});
