import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSeatWithToken } from '../../src/features/seats/seats.ts';
import { deactivateUser, inviteAdmin } from '../../src/features/users/users.ts';
import { openWorld } from '../support/world.ts';

const world = await openWorld();
const tenant = await world.account();
const stranger = await (await world.account()).user('Stranger');
const api = await tenant.api();
const writer = await tenant.api(['manage:users']);
const member = await tenant.user('Mel Member');
const trainer = await tenant.user('Tia Trainer');
const trainee = await tenant.user('Tom Trainee');
const both = await tenant.user('Bea Both');
const gone = await tenant.user('Gil Gone');
const office = await admin('Ola Office');
const seat = (user_id: string, roles: ('trainer' | 'trainee')[]) =>
  createSeatWithToken(tenant.ctx(), { user_id, device_name: 'Glasses', roles });
const { seat_id } = await seat(trainer, ['trainer']);
await seat(trainee, ['trainee']);
await seat(both, ['trainee', 'trainer']);
await seat(tenant.admin_id, ['trainee']);
await deactivateUser(tenant.ctx(), gone);
const PATH = '/v1/api-tenant-users';
async function admin(full_name: string): Promise<string> {
  const person = { email: 'office@example.com', full_name, roles: ['admin' as const] };
  return (await inviteAdmin(tenant.ctx(), person)).user_id;
}
const idsOf = (body: { users: { id: string }[] }) => body.users.map(({ id }) => id).toSorted();

test('200 with the page, the exact total and the limits', async () => {
  const { status, body } = await api.get(`${PATH}?limit=2&offset=1`);
  assert.equal(status, 200);
  assert.deepEqual(Object.keys(body).toSorted(), ['limit', 'offset', 'total', 'users']);
  assert.deepEqual([body.users.length, body.total, body.limit, body.offset], [2, 7, 2, 1]);
});

test('200 and the exact total beyond the last page', async () => {
  const { body } = await api.get(`${PATH}?offset=100`);
  assert.deepEqual(body, { users: [], total: 7, limit: 50, offset: 100 });
});

test('200 with the seat as promised', async () => {
  const { body } = await api.get(PATH);
  const user = body.users.find((one: { id: string }) => one.id === trainer);
  assert.deepEqual(user.seat, { id: seat_id, device_name: 'Glasses', device_token_set: true });
  assert.equal(user.role, 'trainer');
});

const byRole: [string, string[]][] = [
  ['trainer', [trainer, both]],
  ['trainee', [trainee, member, gone, tenant.admin_id]],
  ['tenant_admin', [office]],
];
for (const [role, expected] of byRole) {
  test(`200 with only users with the role ${role}, where the seat takes precedence`, async () => {
    const { body } = await api.get(`${PATH}?role=${role}`);
    assert.deepEqual(idsOf(body), expected.toSorted());
    assert.equal(body.total, expected.length);
    assert.ok(body.users.every((user: { role: string }) => user.role === role));
  });
}

test('200 with only inactive users, and with only active users', async () => {
  const { body: inactive } = await api.get(`${PATH}?status=inactive`);
  const { body: active } = await api.get(`${PATH}?status=active`);
  assert.deepEqual(idsOf(inactive), [gone]);
  assert.deepEqual(idsOf(active), [tenant.admin_id, member, trainer, trainee, both, office].toSorted());
  assert.deepEqual([inactive.total, active.total], [1, 6]);
  const statusesOf = ({ users }: { users: { status: string }[] }) => users.map(({ status }) => status);
  assert.deepEqual(statusesOf(inactive), ['inactive']);
  assert.deepEqual(statusesOf(active), Array(6).fill('active'));
});

test('200 without users of other accounts', async () => {
  const { body } = await api.get(PATH);
  assert.ok(!idsOf(body).includes(stranger));
});

test('403 INSUFFICIENT_PERMISSIONS without read:users', async () => {
  const { status, body } = await writer.get(PATH);
  assert.equal(status, 403);
  assert.equal(body.error, 'INSUFFICIENT_PERMISSIONS');
});

for (const query of ['role=admin', 'status=gone', 'limit=0', 'limit=101', 'limit=x', 'offset=-1']) {
  test(`400 for ?${query}`, async () => {
    const { status, body } = await api.get(`${PATH}?${query}`);
    assert.equal(status, 400);
    assert.equal(body.error, 'BAD_REQUEST');
  });
}
