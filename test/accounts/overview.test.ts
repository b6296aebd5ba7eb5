import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listAccounts, readAccount } from '../../src/features/accounts/overview.ts';
import { unassignSeat } from '../../src/features/seats/seats.ts';
import { deleteSession } from '../../src/features/sessions/sessions.ts';
import { createTask } from '../../src/features/tasks/tasks.ts';
import { DAY_MS } from '../../src/lib/time/clock.ts';
import { openBrowser } from '../../support/browser.ts';
import { endpointOf } from '../support/endpoints.ts';
import { openWorld } from '../support/world.ts';

const world = await openWorld();
world.clock.advance(15 * 60 * 60_000);
const midnight = world.clock.now();
world.clock.advance(15 * 60 * 60_000);
const SINCE_MS = 29 * DAY_MS;

/** Returns an account with tasks, sessions and calls of these ages before midnight. */
async function accountWith(ages_ms: readonly number[]): Promise<string> {
  const tenant = await world.account();
  const device = await tenant.device();
  const { account_id } = tenant;
  for (const age_ms of ages_ms) {
    const at = new Date(midnight.getTime() - age_ms);
    await createTask({ ...tenant.ctx(), now: at }, { title: 'Work' });
    const { body } = await device.post('/device/v1/sessions', { role: 'trainer' });
    await world.db`update sessions set started_at = ${at}, duration_seconds = 120 where id = ${body.id}`;
    await world.db`
      insert into request_days (account_id, day, calls, errors)
      values (${account_id}, ${at.toISOString().slice(0, 10)}, 3, 1)
      on conflict do nothing`;
  }
  return account_id;
}

for (const [when, age_ms, counted] of [
  ['at the beginning of the thirty days', SINCE_MS, 1],
  ['a millisecond earlier', SINCE_MS + 1, 0],
] as const)
  test(`200 with ${counted} of an account for records ${when}`, async () => {
    const { tasks, sessions, minutes, calls } = await readAccount(
      world.platform(),
      await accountWith([age_ms]),
    );
    assert.deepEqual(
      { tasks, sessions, minutes, calls },
      { tasks: counted, sessions: counted, minutes: 2 * counted, calls: 3 * counted },
    );
  });

test('200 with records of the first and the last millisecond of a day counted on that day', async () => {
  const { days } = await readAccount(
    world.platform(),
    await accountWith([SINCE_MS, 2 * DAY_MS, DAY_MS + 1, 1]),
  );
  assert.equal(days.length, 30);
  assert.deepEqual(
    days.flatMap(({ day, tasks, sessions }) => (tasks + sessions > 0 ? [[day, tasks, sessions]] : [])),
    [
      ['2026-02-02', 1, 1],
      ['2026-03-01', 2, 2],
      ['2026-03-02', 1, 1],
    ],
  );
  const called = days.filter(({ calls, errors }) => calls === 3 && errors === 1);
  assert.equal(called.length, 3);
});

test('200 with the current keys and endpoints of an account, without revoked, deleted or expired ones', async () => {
  const tenant = await world.account();
  const now = world.clock.now();
  const [, revoked, ended, ending] = [
    await tenant.api(),
    await tenant.api(),
    await tenant.api(),
    await tenant.api(),
  ];
  await world.db`update api_keys set revoked_at = ${now} where id = ${revoked.key_id}`;
  await world.db`update api_keys set expires_at = ${now} where id = ${ended.key_id}`;
  await world.db`update api_keys set expires_at = ${new Date(now.getTime() + 1)} where id = ${ending.key_id}`;
  await endpointOf(tenant, 'https://hooks.example.com/a');
  const removed = await endpointOf(tenant, 'https://hooks.example.com/b');
  await world.db`update webhook_endpoints set deleted_at = ${now} where id = ${removed}`;
  const { keys, endpoints, connected_apps, deliveries } = await readAccount(
    world.platform(),
    tenant.account_id,
  );
  assert.deepEqual([keys, endpoints, connected_apps, deliveries], [2, 1, 0, 0]);
});

test('200 with active users, admins by name, and seats with and without a user', async () => {
  const tenant = await world.account();
  const glasses = await tenant.device();
  const spare = await tenant.device();
  await unassignSeat(tenant.ctx(), spare.seat_id);
  await world.db`update users set status = 'inactive' where id = ${spare.user_id}`;
  const [zoe, left] = [await tenant.user('Zoe Admin'), await tenant.user('Bob Left')];
  await world.db`update users set is_admin = true, password_hash = null where id = ${zoe}`;
  await world.db`update users set is_admin = true, status = 'inactive' where id = ${left}`;
  const account = await readAccount(world.platform(), tenant.account_id);
  assert.deepEqual([account.people, account.seats], [3, 2]);
  assert.deepEqual(
    account.admins.map(({ full_name, is_invited }) => [full_name, is_invited]),
    [
      ['Ada Admin', false],
      ['Zoe Admin', true],
    ],
  );
  assert.deepEqual(
    new Map(account.seat_list.map(({ id, user_name }) => [id, user_name])),
    new Map([
      [glasses.seat_id, 'Bo Builder'],
      [spare.seat_id, null],
    ]),
  );
});

test('200 with the last API call and the last device request; deleted sessions are not counted', async () => {
  const tenant = await world.account();
  const glasses = await tenant.device();
  const read = () => readAccount(world.platform(), tenant.account_id);
  const used_at = new Date(world.clock.now().getTime() - 2 * DAY_MS);
  for (const at of [used_at, new Date(used_at.getTime() - DAY_MS)]) {
    const { key_id } = await tenant.api();
    await world.db`update api_keys set last_used_at = ${at} where id = ${key_id}`;
  }
  const { body: gone } = await glasses.post('/device/v1/sessions', { role: 'trainer' });
  await deleteSession(tenant.ctx(), gone.id);
  const account = await read();
  assert.deepEqual([account.sessions, account.minutes], [0, 0]);
  assert.ok(account.days.every(({ sessions }) => sessions === 0));
  const called = used_at.toISOString();
  assert.deepEqual([account.last_call_at, account.last_active_at], [called, called]);

  world.clock.advance(60_000);
  await glasses.post('/device/v1/sessions', { role: 'trainer' });
  const { last_call_at, last_active_at } = await read();
  assert.deepEqual([last_call_at, last_active_at], [called, world.clock.now().toISOString()]);
  world.clock.advance(60_000);
  await openBrowser(world.url).signIn(tenant.admin);
  assert.equal((await read()).last_active_at, world.clock.now().toISOString());
});

test('200 with accounts newest first, filtered by state and by a part of their name or id', async () => {
  const made: string[] = [];
  for (const name of ['Press One', 'Press Two', 'Lathe']) {
    world.clock.advance(1_000);
    made.push((await world.account(name)).account_id);
  }
  const [one = '', two = '', lathe = ''] = made;
  const list = async (filter: object) => {
    const page = await listAccounts(world.platform(), { limit: 10, offset: 0, ...filter });
    return [page.total, page.accounts.map(({ id }) => id)];
  };
  await world.db`update accounts set state = 'suspended' where id = ${one}`;
  assert.deepEqual(await list({ search: 'PRESS' }), [2, [two, one]]);
  assert.deepEqual(await list({ search: 'press', state: 'active' }), [1, [two]]);
  assert.deepEqual(await list({ search: 'press', limit: 1, offset: 1 }), [2, [one]]);
  assert.deepEqual(await list({ search: lathe.toUpperCase() }), [1, [lathe]]);
  assert.deepEqual(await list({ state: 'suspended' }), [1, [one]]);
  await assert.rejects(readAccount(world.platform(), crypto.randomUUID()), { code: 'NOT_FOUND' });
});
