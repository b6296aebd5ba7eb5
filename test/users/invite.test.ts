import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listAudit } from '../../src/audit/audit.ts';
import { deactivateUser, reactivateUser } from '../../src/features/users/users.ts';
import { deliverMails, tokenIn } from '../support/sentMails.ts';
import { openWorld } from '../support/world.ts';

const world = await openWorld();
const tenant = await world.account('Werkstatt Nord');
const other = await world.account('Werkstatt Süd');
const api = await tenant.api();
const otherApi = await other.api();
const reader = await tenant.api(['read:users']);
const PATH = '/v1/api-tenant-users';
const NEUTRAL = { error: 'CONFLICT', message: 'email: this address cannot be added' };

test('201 with exactly the promised members, the address in lower case', async () => {
  const { status, body } = await api.post(PATH, {
    email: 'Ines.Vogel@Example.com',
    full_name: 'Ines Vogel',
    roles: ['admin'],
  });
  assert.equal(status, 201);
  const { user_id, ...rest } = body;
  assert.match(user_id, /^[0-9a-f]{8}-[0-9a-f]{4}-7/);
  assert.deepEqual(rest, {
    success: true,
    email: 'ines.vogel@example.com',
    full_name: 'Ines Vogel',
    roles: ['admin'],
    message: 'An invitation was sent to ines.vogel@example.com',
  });
});

test('201 with a user who is listed immediately as an active admin and can be assigned', async () => {
  const { body } = await api.post(PATH, {
    email: 'now@example.com',
    full_name: 'Nora Now',
    roles: ['admin'],
  });
  const { body: page } = await api.get(PATH);
  const { created_at, ...user } = page.users.find((one: { id: string }) => one.id === body.user_id);
  assert.equal(created_at, '2026-03-02T09:00:00.000Z');
  assert.deepEqual(user, {
    id: body.user_id,
    email: 'now@example.com',
    full_name: 'Nora Now',
    role: 'tenant_admin',
    status: 'active',
    seat: null,
    last_session_at: null,
    total_sessions: 0,
    total_minutes: 0,
  });
  const task = await api.post('/v1/api-tenant-tasks', { title: 'A', assigned_to: body.user_id });
  assert.equal(task.status, 201);
});

test('201 for an invitation, which queues one mail with a link in the same transaction', async () => {
  await deliverMails(world);
  await api.post(PATH, { email: 'mail@example.com', full_name: 'Mia Mail', roles: ['admin'] });
  const letters = await deliverMails(world);
  assert.equal(letters.length, 1);
  assert.equal(letters[0]?.recipient, 'mail@example.com');
  assert.match(letters[0]?.text ?? '', /https:\/\/ops\.example\.com\/invitation\?token=tin_/);
  const [row] = await world.db`select encode(token_hash, 'hex') as hash from invitations
    where account_id = ${tenant.account_id} order by id desc limit 1`;
  assert.doesNotMatch(String(row?.['hash']), new RegExp(tokenIn(letters[0]?.text ?? '')));
});

test('409 for an address of this account, in any spelling, and no second mail', async () => {
  await api.post(PATH, { email: 'twice@example.com', full_name: 'Tia', roles: ['admin'] });
  await deliverMails(world);
  const again = await api.post(PATH, { email: 'TWICE@example.com', full_name: 'Tia', roles: ['admin'] });
  assert.equal(again.status, 409);
  assert.deepEqual(again.body, NEUTRAL);
  assert.deepEqual(await deliverMails(world), []);
});

test('409 for an address that was deactivated', async () => {
  const { body } = await api.post(PATH, { email: 'left@example.com', full_name: 'Leo', roles: ['admin'] });
  await deactivateUser(tenant.ctx(), body.user_id);
  const again = await api.post(PATH, { email: 'left@example.com', full_name: 'Leo', roles: ['admin'] });
  assert.equal(again.status, 409);
  assert.deepEqual(again.body, NEUTRAL);
});

test('409 for an address of another organisation', async () => {
  await otherApi.post(PATH, { email: 'theirs@example.com', full_name: 'Tom', roles: ['admin'] });
  const again = await api.post(PATH, { email: 'theirs@example.com', full_name: 'Tom', roles: ['admin'] });
  assert.equal(again.status, 409);
  assert.deepEqual(again.body, NEUTRAL);
});

test('409 for nine of ten concurrent invitations of two accounts', async () => {
  const answers = await Promise.all(
    [api, otherApi]
      .flatMap((caller) => Array.from({ length: 5 }, () => caller))
      .map((caller) => caller.post(PATH, { email: 'race@example.com', full_name: 'Rae', roles: ['admin'] })),
  );
  assert.deepEqual(
    answers.map(({ status }) => status).toSorted((a, b) => a - b),
    [201, ...Array(9).fill(409)],
  );
});

test('403 FORBIDDEN without manage:users', async () => {
  const { status, body } = await reader.post(PATH, {
    email: 'no@example.com',
    full_name: 'No',
    roles: ['admin'],
  });
  assert.equal(status, 403);
  assert.deepEqual(body, { error: 'FORBIDDEN', message: 'This needs the scope manage:users' });
});

const good = { email: 'a@example.com', full_name: 'A', roles: ['admin'] };
const refused: [string, unknown, string][] = [
  ['no body', undefined, 'email: required'],
  ['no email', { full_name: 'A', roles: ['admin'] }, 'email: required'],
  ['no name', { email: 'a@example.com', roles: ['admin'] }, 'full_name: required'],
  ['no roles', { email: 'a@example.com', full_name: 'A' }, 'roles: required'],
  [
    '65 characters before the @',
    { ...good, email: `${'a'.repeat(65)}@example.com` },
    'email: must be an email address',
  ],
  ['an invalid address', { ...good, email: 'Bo' }, 'email: must be an email address'],
  [
    'a blank name',
    { ...good, full_name: ' ' },
    'full_name: must be 1 to 200 characters, not blank, without control, direction or invisible characters',
  ],
  [
    'a null name',
    { ...good, full_name: null },
    'full_name: must be 1 to 200 characters, not blank, without control, direction or invisible characters',
  ],
  ['no role at all', { ...good, roles: [] }, 'roles: must be an array that contains admin'],
  ['roles that are not a list', { ...good, roles: 'admin' }, 'roles: must be an array that contains admin'],
  ['a role other than admin', { ...good, roles: ['trainer'] }, 'roles.0: must be one of admin'],
  ['an additional role', { ...good, roles: ['admin', 'trainer'] }, 'roles.1: must be one of admin'],
];

test('201 for 64 characters before the @', async () => {
  const { status } = await api.post(PATH, { ...good, email: `${'a'.repeat(64)}@example.com` });
  assert.equal(status, 201);
});

for (const [what, sent, message] of refused) {
  test(`400 for ${what}`, async () => {
    const { status, body } = await api.post(PATH, sent);
    assert.equal(status, 400);
    assert.deepEqual(body, { error: 'BAD_REQUEST', message });
  });
}

test('every action on a user has an audit entry', async () => {
  const person = { email: 'audited@example.com', full_name: 'Ada Audit', roles: ['admin'] };
  const { body } = await api.post(PATH, person);
  await deactivateUser(tenant.ctx(), body.user_id);
  await reactivateUser(tenant.ctx(), body.user_id);
  const { entries } = await listAudit(tenant.ctx(), { limit: 100, offset: 0 });
  const acts = entries.filter(({ target_id }) => target_id === body.user_id).map(({ action }) => action);
  assert.deepEqual(acts.toReversed(), ['user.invited', 'user.deactivated', 'user.reactivated']);
});
