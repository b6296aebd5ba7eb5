import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LONGEST_SECONDS } from '../../src/features/sessions/contract.ts';
import { assertCountersExact } from '../support/recount.ts';
import { openWorld } from '../support/world.ts';

const DEVICE = '/device/v1/sessions';
/** What the columns of a user's sums could hold once. */
const MOST_MINUTES_ONCE = 2_147_483_647;

const world = await openWorld();
const tenant = await world.account();
const api = await tenant.api();
const glasses = await tenant.device();
const end = (session_id: string, duration_seconds: number) =>
  glasses.post(`${DEVICE}/complete`, { session_id, status: 'completed', duration_seconds });

async function start(started_at?: string): Promise<string> {
  const { body } = await glasses.post(DEVICE, { role: 'trainer', ...(started_at && { started_at }) });
  return body.id;
}

test('400 for a duration that no session can have, from the glasses too', async () => {
  const { status, body } = await end(await start(), LONGEST_SECONDS + 1);
  assert.deepEqual([status, body.message], [400, 'duration_seconds: must be <= 31622400']);
});

test('200 no longer than a year for a session that is said to have begun with our era', async () => {
  const id = await start('0001-01-01T00:00:00Z');
  const { status, body } = await glasses.post(`${DEVICE}/complete`, { session_id: id, status: 'completed' });
  assert.deepEqual([status, body.duration_seconds], [200, LONGEST_SECONDS]);
});

test('200 for sums beyond what they could be once, counted exactly', async () => {
  await world.db`
    update users
    set total_minutes = ${MOST_MINUTES_ONCE}
    where id = ${glasses.user_id}`;
  const id = await start();
  assert.equal((await end(id, LONGEST_SECONDS)).status, 200);
  const { body } = await api.get('/v1/api-tenant-users?limit=100');
  const person = body.users.find((user: { id: string }) => user.id === glasses.user_id);
  assert.equal(person.total_minutes, MOST_MINUTES_ONCE + LONGEST_SECONDS / 60);
});

test('control: what sessions add up to is compared with the rows', async () => {
  await assert.rejects(assertCountersExact(world.db, tenant.account_id));
});
