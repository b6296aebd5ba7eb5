import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createPairingCode } from '../../src/features/seats/pairing.ts';
import {
  assignSeat,
  changeSeat,
  createSeatWithToken,
  listSeats,
  unassignSeat,
  revokeDeviceToken,
} from '../../src/features/seats/seats.ts';
import type { Session } from '../../src/features/sessions/contract.ts';
import { startSession } from '../../src/features/sessions/device.ts';
import { deactivateUser } from '../../src/features/users/users.ts';
import { newId } from '../../src/lib/ids.ts';
import { askInOrder } from '../support/waitingStatements.ts';
import { openWorld } from '../support/world.ts';

const world = await openWorld();
const tenant = await world.account();
const other = await world.account();
const stranger = await other.user();
const api = await tenant.api();
const PAIR = '/device/v1/pair';
const MANIFEST = '/device/v1/manifest';
const freshSeat = async () =>
  (await createSeatWithToken(tenant.ctx(), { device_name: 'Glasses 9', roles: ['trainer'] })).seat_id;
const codeFor = async (seat_id: string) => (await createPairingCode(tenant.ctx(), seat_id)).code;
const seatNow = async (id: string) => (await listSeats(tenant.ctx())).find((seat) => seat.id === id);

test('200 for a seat that is created, assigned, renamed, given roles and released', async () => {
  const seat_id = await freshSeat();
  const user_id = await tenant.user('Tia');
  await assignSeat(tenant.ctx(), seat_id, user_id);
  await changeSeat(tenant.ctx(), seat_id, { device_name: 'Hall B', roles: ['trainer', 'trainee'] });
  const seat = await seatNow(seat_id);
  assert.deepEqual(
    [seat?.user, seat?.device_name, seat?.roles],
    [{ user_id, name: 'Tia' }, 'Hall B', ['trainer', 'trainee']],
  );
  const { body } = await api.get('/v1/api-tenant-users?role=trainer');
  assert.equal(body.users[0].seat.device_name, 'Hall B');
  await unassignSeat(tenant.ctx(), seat_id);
  assert.equal((await seatNow(seat_id))?.user, null);
});

test('400 for a user of another account or a deactivated user, 404 for an unknown seat', async () => {
  const seat_id = await freshSeat();
  const gone = await tenant.user();
  await deactivateUser(tenant.ctx(), gone);
  for (const user_id of [stranger, gone, newId(world.clock.now())]) {
    await assert.rejects(assignSeat(tenant.ctx(), seat_id, user_id), { code: 'BAD_REQUEST' });
  }
  await assert.rejects(assignSeat(other.ctx(), seat_id, stranger), { code: 'NOT_FOUND' });
  await assert.rejects(unassignSeat(other.ctx(), seat_id), { code: 'NOT_FOUND' });
  await assert.rejects(createPairingCode(other.ctx(), seat_id), { code: 'NOT_FOUND' });
});

test('201 for a code in any typed form; the new token works, the previous one does not', async () => {
  const { seat_id, device_token } = await createSeatWithToken(tenant.ctx(), {
    device_name: 'Glasses 9',
    roles: ['trainer'],
  });
  const code = (await codeFor(seat_id)).toLowerCase();
  const typed = `${code.slice(0, 4)}-${code.slice(4)}`;
  const { status, body } = await world.nobody.post(PAIR, { code: typed, model: 'AR-2', serial: 'SN-1' });
  assert.equal(status, 201);
  assert.deepEqual(Object.keys(body).toSorted(), ['device_token', 'seat_id']);
  assert.match(body.device_token, /^tad_/);
  assert.equal((await world.as(body.device_token).get(MANIFEST)).status, 200);
  assert.equal((await world.as(device_token).get(MANIFEST)).body.error, 'INVALID_KEY');
  const seat = await seatNow(seat_id);
  assert.deepEqual([seat?.device_model, seat?.device_serial], ['AR-2', 'SN-1']);
});

test('201 for one of ten concurrent uses of a code, 404 for the others and later ones', async () => {
  const code = await codeFor(await freshSeat());
  const answers = await Promise.all(Array.from({ length: 10 }, () => world.nobody.post(PAIR, { code })));
  assert.equal(answers.filter(({ status }) => status === 201).length, 1);
  assert.equal((await world.nobody.post(PAIR, { code })).status, 404);
});

test('404 for a code that is ten minutes old or was replaced', async () => {
  const seat_id = await freshSeat();
  const [older, newer] = [await codeFor(seat_id), await codeFor(seat_id)];
  assert.equal((await world.nobody.post(PAIR, { code: older })).status, 404);
  world.clock.advance(10 * 60_000);
  const late = await world.nobody.post(PAIR, { code: newer });
  assert.deepEqual(
    [late.status, late.body],
    [404, { error: 'NOT_FOUND', message: 'Pairing code not found' }],
  );
});

test('400 without a code', async () => {
  const { status, body } = await world.nobody.post(PAIR, {});
  assert.deepEqual([status, body.message], [400, 'code: required']);
});

test('a code has eight letters, and its picture is drawn', async () => {
  const { code, qr_svg, expires_at } = await createPairingCode(tenant.ctx(), await freshSeat());
  assert.match(code, /^[A-Z]{8}$/);
  assert.match(qr_svg, /^<svg /);
  assert.equal(Date.parse(expires_at) - world.clock.now().getTime(), 600_000);
});

test('a seat with a revoked token is unpaired until other glasses are paired', async () => {
  const seat_id = await freshSeat();
  const pair = async () => world.nobody.post(PAIR, { code: await codeFor(seat_id), model: 'AR-2' });
  const pairing = async () => {
    const seat = await seatNow(seat_id);
    return [seat?.device_token_set, seat?.device_token_last4, seat?.paired_at];
  };
  const last4 = (await pair()).body.device_token.slice(-4);
  assert.deepEqual(await pairing(), [true, last4, world.clock.now().toISOString()]);
  await revokeDeviceToken(tenant.ctx(), seat_id);
  assert.deepEqual(await pairing(), [false, null, null]);
  await revokeDeviceToken(tenant.ctx(), seat_id);
  assert.deepEqual(await pairing(), [false, null, null]);
  world.clock.advance(1_000);
  await pair();
  assert.equal((await pairing()).at(-1), world.clock.now().toISOString());
});

test('401 from the next request after the token is revoked or the user deactivated', async () => {
  const [one, two] = [await tenant.device(), await tenant.device()];
  assert.equal((await one.get(MANIFEST)).status, 200);
  await revokeDeviceToken(tenant.ctx(), one.seat_id);
  assert.equal((await one.get(MANIFEST)).body.error, 'INVALID_KEY');
  assert.equal((await two.get(MANIFEST)).status, 200);
  await deactivateUser(tenant.ctx(), two.user_id);
  assert.equal((await two.get(MANIFEST)).body.error, 'INVALID_KEY');
});

test('200 with seat, user, roles and own or unassigned tasks, urgent first', async () => {
  const glasses = await tenant.device({ roles: ['trainee'] });
  const task = async (title: string, more: object) =>
    (await api.post('/v1/api-tenant-tasks', { title, ...more })).body;
  await task('Mine', { assigned_to: glasses.user_id });
  await task("Nobody's", { priority: 'urgent' });
  await task('Theirs', { assigned_to: tenant.admin_id });
  const done = await task('Done', {});
  await api.patch(`/v1/api-tenant-tasks?task_id=${done.id}`, { status: 'completed' });
  const { status, body } = await glasses.get(MANIFEST);
  assert.equal(status, 200);
  assert.deepEqual(body.seat, { id: glasses.seat_id, device_name: 'Glasses' });
  assert.deepEqual(body.user, { user_id: glasses.user_id, name: 'Bo Builder' });
  assert.deepEqual([body.roles, body.bundle, body.skills, body.forms], [['trainee'], null, [], []]);
  assert.deepEqual(
    body.tasks.map(({ title }: { title: string }) => title),
    ["Nobody's", 'Mine'],
  );
});

test('200 with the tasks of each priority in creation order', async () => {
  const elsewhere = await world.account();
  const [glasses, caller] = [await elsewhere.device(), await elsewhere.api()];
  for (const title of [
    'low 1',
    'medium 1',
    'urgent 1',
    'high 1',
    'urgent 2',
    'medium 2',
    'low 2',
    'high 2',
  ]) {
    if (title.endsWith('2')) world.clock.advance(1_000);
    await caller.post('/v1/api-tenant-tasks', { title, priority: title.split(' ', 1)[0] });
  }
  const begun = (await caller.post('/v1/api-tenant-tasks', { title: 'low 3', priority: 'low' })).body;
  await caller.patch(`/v1/api-tenant-tasks?task_id=${begun.id}`, { status: 'in_progress' });
  const { body } = await glasses.get(MANIFEST);
  assert.deepEqual(
    body.tasks.map(({ title }: { title: string }) => title),
    ['urgent 1', 'urgent 2', 'high 1', 'high 2', 'medium 1', 'medium 2', 'low 1', 'low 2', 'low 3'],
  );
});

test('a session that waits for a reassignment of its seat belongs to the new user', async () => {
  const person = await tenant.user('Nia New');
  const { seat_id } = await tenant.device();
  const started: Session[] = [];
  await askInOrder<unknown>(
    world.db,
    (tx) => tx`select 1 from seats where account_id = ${tenant.account_id} and id = ${seat_id} for update`,
    [
      () => assignSeat(tenant.ctx(), seat_id, person),
      async () => {
        const ctx = { ...tenant.ctx(), actor: { kind: 'device', seat_id } } as const;
        started.push(await startSession(ctx, { role: 'trainer' }));
      },
    ],
  );
  assert.deepEqual(started[0]?.user, { user_id: person, name: 'Nia New' });
});
