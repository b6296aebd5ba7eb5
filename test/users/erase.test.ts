/* Erasure of a user: name and address are removed from all records, and the work of the user stays. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readSeat } from '../../src/features/seats/seats.ts';
import { requestPasswordReset } from '../../src/features/signin/passwordReset.ts';
import { eraseUser } from '../../src/features/users/people/erasure.ts';
import * as queries from '../../src/features/users/sql/people.ts';
import { applyUserStatus, createUser, reactivateUser } from '../../src/features/users/users.ts';
import { newId } from '../../src/lib/ids.ts';
import type { Transaction } from '../../src/lib/sql/sql.ts';
import { consoleOf } from '../../support/console.ts';
import { countRowsContaining } from '../accounts/support/remainingRows.ts';
import { memberOf } from '../support/memberOf.ts';
import { askInOrder } from '../support/waitingStatements.ts';
import { openWorld, type Tenant } from '../support/world.ts';

const world = await openWorld();
const in_production = await openWorld({ deadline_factor: 1 });
const { db, clock } = world;
const tenant = await world.account('Nord');
const admin = await consoleOf(world, tenant.admin);
const api = await tenant.api();
const password = { current_password: tenant.admin.password };
const erase = (id: string, by = admin) =>
  by.call(`/people?user_id=${id}`, { method: 'DELETE', body: password });

const MIRA = { email: 'mira.quist@example.com', full_name: 'Mira Quist', password: 'correct horse battery' };
const NAMES = [MIRA.email, 'mira.quist.', MIRA.full_name, 'Mira%20Quist'];

/** Tables whose rows are removed by age, as the operator's guide says. */
const BY_AGE = ['events'];

/** Creates a user with data in every table: work, sign-ins, mails and others. */
async function makePerson(of: Tenant, person = MIRA): Promise<string> {
  const { user_id: id } = await createUser(of.ctx(), { ...person, is_admin: true });
  const own = await consoleOf(world, person);
  await own.post('/keys', { name: 'Planner', scopes: ['read:tasks'] });
  const { account_id } = of;
  const row = { account_id, id: newId(clock.now()), user_id: id };
  await db`
    insert into invitations ${db({ ...row, token_hash: Buffer.from('x'), created_at: clock.now(), expires_at: clock.now() })}`;
  await db`insert into password_resets ${db({ ...row, token_hash: Buffer.from('x'), created_at: clock.now() })}`;
  await db`
    insert into second_factors ${db({ account_id, user_id: id, secret: Buffer.from('x'), last_step: 0, created_at: clock.now() })}`;
  await db`insert into recovery_codes ${db({ account_id, user_id: id, code_hash: Buffer.from('x') })}`;
  await own.put('/own/address', { email: `mira.quist.${id}@example.com`, current_password: person.password });
  await requestPasswordReset({ ...world.platform(), databaseFor: () => db }, person.email, '127.0.0.1');
  const glasses = await of.device({ user_id: id });
  const { body: task } = await api.post('/v1/api-tenant-tasks', { title: 'Pump', assigned_to: id });
  const { body: session } = await glasses.post('/device/v1/sessions', { role: 'trainee', task_id: task.id });
  await glasses.post('/device/v1/sessions/complete', { session_id: session.session_id, status: 'completed' });
  await api.get('/v1/api-tenant-users');
  await world.app.requests.flush();
  return id;
}

const person = await makePerson(tenant);
const before = await countRowsContaining(db, NAMES);
const counted = await admin.get('/people');
const [listed] = (await api.get('/v1/api-tenant-tasks')).body.tasks;

test('control: before the erasure, records contain the name', () => {
  for (const table of ['users', 'email_addresses', 'email_changes', 'mails', ...BY_AGE])
    assert.ok(
      (before[table] ?? 0) > 0,
      `${table} does not name the person, so that nothing would be seen to leave`,
    );
  assert.equal(listed.assigned_to.name, MIRA.full_name);
});

test('400 for oneself, 404 for a user of another account, 403 for a member', async () => {
  assert.equal((await erase(tenant.admin_id)).status, 400);
  const other = await world.account('Süd');
  assert.equal((await erase(other.admin_id)).status, 404);
  const mate = { ...MIRA, email: 'mate@example.com', full_name: 'Mate' };
  await createUser(tenant.ctx(), { ...mate, is_admin: false });
  assert.equal((await erase(person, await consoleOf(world, mate))).status, 403);
});

test('400 without the password or with a wrong one, for an admin and for staff, and nobody is erased', async () => {
  const staff = await consoleOf(world, await world.staff());
  for (const given of [{}, { current_password: 'wrong' }]) {
    const answers = [
      await admin.call(`/people?user_id=${person}`, { method: 'DELETE', body: given }),
      await staff.post(`/staff/account/erasure?account_id=${tenant.account_id}`, {
        email: MIRA.email,
        ...given,
      }),
    ];
    for (const { status, body } of answers)
      assert.deepEqual([status, body.message.split(':')[0]], [400, 'current_password']);
  }
  const [row] =
    await db`select erased_at from users where account_id = ${tenant.account_id} and id = ${person}`;
  assert.equal(row?.['erased_at'], null);
});

test("200 without the user's name in any table, except expiring logs", async () => {
  const own = await consoleOf(world, MIRA);
  assert.deepEqual(await erase(person), { ...(await erase(person)), status: 200 });
  assert.deepEqual(
    Object.keys(await countRowsContaining(db, NAMES)).filter((table) => !BY_AGE.includes(table)),
    [],
  );
  assert.equal((await own.get('/me')).status, 401, 'signed out');
});

test('records of an erased user are kept under an erased user', async () => {
  const { body } = await admin.get('/people');
  assert.equal(body.total, counted.body.total + 1, 'the mate came, nobody left');
  const [found] = (await admin.get('/people?search=Erased')).body.people;
  assert.deepEqual(
    [found.id, found.full_name, found.email, found.standing, found.seat, found.total_sessions],
    [person, 'Erased person', `erased-${person}@erased.invalid`, 'inactive', null, 1],
  );
  const [task] = (await api.get('/v1/api-tenant-tasks')).body.tasks;
  assert.equal(task.assigned_to.name, 'Erased person');
  const { sessions } = (await api.get('/v1/api-tenant-sessions')).body;
  assert.equal(sessions[0].user.name, 'Erased person');
  const { keys } = (await admin.get('/keys')).body;
  assert.ok(keys.find(({ name }: { name: string }) => name === 'Planner').revoked_at);
});

test('200 with one anonymous audit entry; a repeated erasure changes nothing', async () => {
  await erase(person);
  const { entries } = (await admin.get('/audit?action=user.erased')).body;
  assert.deepEqual(
    entries.map(({ target, details }: { target: unknown; details: unknown }) => [target, details]),
    [[{ kind: 'user', name: 'Erased person', parent_id: null }, {}]],
  );
});

test('409 for reactivating an erased user, whose address can be used again', async () => {
  const back = await admin.patch(`/people?user_id=${person}`, { status: 'active' });
  assert.deepEqual(
    [back.status, back.body.message],
    [409, 'user_id: this user was erased and cannot be reactivated'],
  );
  const { user_id } = await createUser(tenant.ctx(), { ...MIRA, full_name: 'Another', is_admin: true });
  assert.notEqual(user_id, person);
});

test('200 for staff with the address of the user; 404 for an unknown address', async () => {
  const customer = await world.account('Ost');
  const { email } = await memberOf(customer, 'Ole Ost');
  const colleague = await world.staff();
  const staff = await consoleOf(world, colleague);
  const erasure = (email: string) =>
    staff.post(`/staff/account/erasure?account_id=${customer.account_id}`, {
      email,
      current_password: colleague.password,
    });
  assert.equal((await erasure(tenant.admin.email)).status, 404);
  assert.equal((await erasure(email.toUpperCase())).status, 200);
  assert.deepEqual(Object.keys(await countRowsContaining(db, [email, 'Ole Ost'])), []);
  assert.equal((await erasure(email)).status, 404);
  assert.equal((await erasure(customer.admin.email)).status, 409, 'the last admin');
});

test('409 for the last admin, by the operator', async () => {
  const alone = await world.account('West');
  const operator = { ...alone.ctx(), actor: { kind: 'system' } as const };
  await assert.rejects(eraseUser(operator, alone.admin_id), { code: 'CONFLICT' });
  const { people } = (await (await consoleOf(world, alone.admin)).get('/people')).body;
  assert.equal(people[0].standing, 'active');
});

test('200 without a change of a seat that was reassigned concurrently', async () => {
  const { account_id } = tenant;
  const { user_id, seat_id } = await tenant.device();
  const next = await tenant.user('Nia Next');
  const give = (tx: Transaction) =>
    tx`update seats set user_id = ${next} where account_id = ${account_id} and id = ${seat_id}`;
  const [erased] = await askInOrder(db, give, [() => erase(user_id)]);
  assert.equal(erased?.status, 200);
  assert.deepEqual((await readSeat(tenant.ctx(), seat_id)).user, { user_id: next, name: 'Nia Next' });
});

test('409 for reactivating a user who is being erased', async () => {
  const { account_id } = tenant;
  const id = await tenant.user();
  const remove = async (tx: Transaction) => {
    await applyUserStatus(tx, tenant.ctx(), id, { status: 'inactive' });
    await queries.eraseUser(tx, account_id, { id, erased_at: clock.now(), texts: [] });
  };
  const back = askInOrder(db, remove, [() => reactivateUser(tenant.ctx(), id)]);
  await assert.rejects(back, { code: 'CONFLICT' });
});

const WALDO = { ...MIRA, email: 'waldo@example.com', full_name: 'Waldo Ümlaut Quist' };
/** The log keeps this many characters of a body. */
const KEPT_CHARACTERS = 4_096;

test('200 without the name in requests that are logged later; all other requests stay', async () => {
  const { user_id } = await createUser(tenant.ctx(), { ...WALDO, is_admin: true });
  const elsewhere = await (await world.account()).api();
  await world.app.requests.flush();
  for (const caller of [api, elsewhere])
    await caller.post('/v1/api-tenant-tasks', { title: `Ask ${WALDO.full_name}` });
  await api.post('/v1/api-tenant-tasks', { title: 'Ask nobody' });
  assert.equal((await erase(user_id)).status, 200);
  await world.app.requests.flush();
  const countLogged = async (text: string) => (await countRowsContaining(db, [text]))['request_log'];
  assert.equal(await countLogged(WALDO.full_name), 1, 'of the other account');
  assert.equal(await countLogged('Ask nobody'), 1);
});

test('200 without the name in a logged body that was truncated within the name', async () => {
  const { user_id } = await createUser(tenant.ctx(), { ...WALDO, is_admin: true });
  for (const kept of ['Wal', 'Waldo Ü', 'Waldo Ümlaut Quis']) {
    const before_name = KEPT_CHARACTERS - kept.length - '{"description":"'.length;
    const description = `${'-'.repeat(before_name)}${WALDO.full_name}`;
    await api.post('/v1/api-tenant-tasks', { description, title: 'Pump' });
  }
  await api.post('/v1/api-tenant-tasks', { description: 'W'.repeat(KEPT_CHARACTERS), title: 'Pump' });
  await world.app.requests.flush();
  assert.equal(
    (await countRowsContaining(db, ['-Wal']))['request_log'],
    3,
    'the log holds the beginnings of the name',
  );
  assert.equal((await erase(user_id)).status, 200);
  assert.equal((await countRowsContaining(db, ['-Wal']))['request_log'], undefined);
  assert.equal(
    (await countRowsContaining(db, ['WWWW…']))['request_log'],
    1,
    'another text that was cut off stays',
  );
});

test('200 within the deadlines of production, for the admin and for staff', async () => {
  const tenant = await in_production.account();
  const [first, second] = [await memberOf(tenant, 'Pia Persson'), await memberOf(tenant, 'Per Persson')];
  const own = await consoleOf(in_production, tenant.admin);
  const { people } = (await own.get('/people?search=Pia')).body;
  const colleague = await in_production.staff();
  const staff = await consoleOf(in_production, colleague);
  const path = `/staff/account/erasure?account_id=${tenant.account_id}`;
  const [by_admin, by_staff] = await Promise.all([
    own.call(`/people?user_id=${people[0].id}`, {
      method: 'DELETE',
      body: { current_password: tenant.admin.password },
    }),
    staff.post(path, { email: second.email, current_password: colleague.password }),
  ]);
  assert.deepEqual([by_admin.status, by_staff.status], [200, 200]);
  assert.deepEqual(Object.keys(await countRowsContaining(in_production.db, [first.email, second.email])), []);
});
