/** The home page of a member shows only their own data. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY_MS } from '../../src/lib/time/clock.ts';
import { createUser } from '../../src/features/users/users.ts';
import { consoleOf } from '../../support/console.ts';
import { openWorld } from '../support/world.ts';

const world = await openWorld();
const tenant = await world.account();
const admin = await consoleOf(world, tenant.admin);

async function newMember() {
  const person = { email: `own-${crypto.randomUUID()}@example.com`, password: 'correct horse battery' };
  const input = { ...person, full_name: 'Mira Member', is_admin: false };
  const { user_id } = await createUser(tenant.ctx(), input);
  return { user_id, browser: await consoleOf(world, person) };
}

async function newSeat(user_id: string | null): Promise<string> {
  const seat = { device_name: 'Glasses', roles: ['trainee'], user_id };
  return (await admin.post('/seats', seat)).body.seat_id;
}

const ownOf = async (browser: typeof admin) => (await browser.get('/home/own')).body;

const dueIn = (days: number) => new Date(world.clock.now().getTime() + days * DAY_MS).toISOString();

test('200 with empty lists for a new user', async () => {
  const { browser } = await newMember();
  assert.deepEqual(await ownOf(browser), {
    tasks: [],
    open_tasks: 0,
    overdue_tasks: 0,
    sessions: [],
    seats: [],
  });
});

test('200 with own tasks only, overdue first, undated last', async () => {
  const { user_id, browser } = await newMember();
  const { user_id: colleague } = await newMember();
  const add = (title: string, due_date: string | null, assigned_to: string | null = user_id) =>
    admin.post('/tasks', { title, due_date, assigned_to });
  await add('whenever', null);
  await add('tomorrow', dueIn(1));
  await add('late', dueIn(-2));
  await add('of a colleague', dueIn(-3), colleague);
  await add('of nobody', dueIn(-3), null);
  const done = (await add('done', dueIn(-4))).body.id;
  await admin.patch(`/tasks?task_id=${done}`, { status: 'completed' });
  const own = await ownOf(browser);
  assert.deepEqual(
    own.tasks.map(({ title }: any) => title),
    ['late', 'tomorrow', 'whenever'],
  );
  assert.deepEqual([own.open_tasks, own.overdue_tasks], [3, 1]);
});

test('200 with own sessions and the own seat', async () => {
  const { user_id, browser } = await newMember();
  const glasses = await tenant.device({ user_id });
  const others = await tenant.device();
  const { id } = (await glasses.post('/device/v1/sessions', { role: 'trainer' })).body;
  await others.post('/device/v1/sessions', { role: 'trainer' });
  const own = await ownOf(browser);
  assert.deepEqual(
    own.sessions.map((session: any) => session.id),
    [id],
  );
  assert.deepEqual(
    own.seats.map((seat: any) => [seat.user.user_id, seat.device_token_set]),
    [[user_id, true]],
  );
});

test('201 for a code to pair own glasses, whose token works', async () => {
  const { user_id, browser } = await newMember();
  const seat_id = await newSeat(user_id);
  const { status, body } = await browser.post(`/own-seat/pairing?seat_id=${seat_id}`);
  assert.equal(status, 201);
  const paired = await world.nobody.post('/device/v1/pair', { code: body.code });
  assert.deepEqual([paired.status, paired.body.seat_id], [201, seat_id]);
  assert.equal((await browser.get(`/own-seat?seat_id=${seat_id}`)).body.device_token_set, true);
});

test('404 for the seat of another user, an unassigned seat and a seat of another account; 403 for the seats of admins', async () => {
  const { browser } = await newMember();
  const { user_id: colleague } = await newMember();
  const foreign = await consoleOf(world, (await world.account()).admin);
  const elsewhere = (await foreign.post('/seats', { device_name: 'Glasses', roles: ['trainee'] })).body;
  for (const seat_id of [await newSeat(colleague), await newSeat(null), elsewhere.seat_id]) {
    assert.equal((await browser.get(`/own-seat?seat_id=${seat_id}`)).status, 404);
    assert.equal((await browser.post(`/own-seat/pairing?seat_id=${seat_id}`)).status, 404);
    assert.equal((await browser.post(`/seats/pairing?seat_id=${seat_id}`)).status, 403);
  }
});

test('404 for a pairing code from before the seat was reassigned', async () => {
  const { user_id, browser } = await newMember();
  const { user_id: next } = await newMember();
  const seat_id = await newSeat(user_id);
  const { code } = (await browser.post(`/own-seat/pairing?seat_id=${seat_id}`)).body;
  await admin.patch(`/seats?seat_id=${seat_id}`, { user_id: next });
  assert.equal((await world.nobody.post('/device/v1/pair', { code })).status, 404);
});

test('200 with the training steps and their states', async () => {
  const fresh = await world.account();
  const own = await consoleOf(world, fresh.admin);
  const steps = async () => {
    const { invited, seat, paired, first_session } = (await own.get('/home')).body.for_admins.steps;
    return [invited, seat, paired, first_session];
  };
  assert.deepEqual(await steps(), [false, false, false, false]);
  await own.post('/people', { email: 'first@steps.example', full_name: 'Fi First', access: 'member' });
  assert.deepEqual(await steps(), [true, false, false, false]);
  const { seat_id } = (await own.post('/seats', { device_name: 'Glasses', roles: ['trainee'] })).body;
  assert.deepEqual(await steps(), [true, true, false, false]);
  const { code } = (await own.post(`/seats/pairing?seat_id=${seat_id}`)).body;
  await world.nobody.post('/device/v1/pair', { code });
  assert.deepEqual(await steps(), [true, true, true, false]);
  const glasses = await fresh.device();
  await glasses.post('/device/v1/sessions', { role: 'trainer' });
  assert.deepEqual(await steps(), [true, true, true, true]);
});
