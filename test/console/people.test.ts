/** Users and seats with the operations of the admins' pages. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY_MS } from '../../src/lib/time/clock.ts';
import { acceptInvitation } from '../../src/features/invitations/invitations.ts';
import { listAudit } from '../../src/audit/audit.ts';
import { consoleOf } from '../../support/console.ts';
import { memberOf } from '../support/memberOf.ts';
import { deliverMails, tokenIn } from '../support/sentMails.ts';
import { openWorld } from '../support/world.ts';

const world = await openWorld();
const tenant = await world.account();
const admin = await consoleOf(world, tenant.admin);
const member = await consoleOf(world, await memberOf(tenant));
const other = await world.account();
const stranger = await other.user();

const find = async (user_id: string) =>
  (await admin.get('/people?limit=100')).body.people.find(({ id }: any) => id === user_id);
const invite = async (email: string, access = 'member') =>
  (await admin.post('/people', { email, full_name: 'Ivo Invited', access })).body.user_id;
const actsOn = async (target_id: string) =>
  (await listAudit(tenant.ctx(), { target_id, limit: 100, offset: 0 })).entries
    .map(({ action }) => action)
    .toReversed();

test('201 for a member, who is shown as invited until the link expires', async () => {
  const sent = await admin.post('/people', {
    email: 'Ivo@example.com',
    full_name: 'Ivo Invited',
    access: 'member',
  });
  assert.equal(sent.status, 201);
  const person = await find(sent.body.user_id);
  assert.deepEqual([person.email, person.access, person.standing], ['ivo@example.com', 'member', 'invited']);
  const days = (Date.parse(person.invitation.expires_at) - Date.parse(person.invitation.sent_at)) / DAY_MS;
  assert.equal(days, 7);
});

test('200 with an active user without an invitation after acceptance', async () => {
  await deliverMails(world);
  const user_id = await invite('joined@example.com');
  const [letter] = await deliverMails(world);
  const acceptance = { token: tokenIn(letter?.text ?? ''), password: 'correct horse battery' };
  await acceptInvitation(world.platform(), acceptance);
  const joined = await find(user_id);
  assert.deepEqual([joined.standing, joined.invitation], ['active', null]);
});

test('200 for a new invitation link, which invalidates the previous one', async () => {
  await deliverMails(world);
  const user_id = await invite('again@example.com');
  const [first] = await deliverMails(world);
  world.clock.advance(1_000);
  assert.equal((await admin.post(`/people/invitation?user_id=${user_id}`)).status, 200);
  const [second] = await deliverMails(world);
  assert.notEqual(tokenIn(first?.text ?? ''), tokenIn(second?.text ?? ''));
  assert.deepEqual(await actsOn(user_id), ['user.invited', 'user.invited_again']);
});

test('200 for a cancelled invitation: its link stops working and the user is inactive until invited again', async () => {
  const user_id = await invite('cancel@example.com');
  const path = `/people/invitation?user_id=${user_id}`;
  assert.equal((await admin.delete(path)).status, 200);
  const gone = await find(user_id);
  assert.deepEqual([gone.standing, gone.invitation], ['inactive', null]);
  assert.equal((await admin.delete(path)).status, 404);
  assert.equal((await admin.post(path)).status, 404);
  await admin.patch(`/people?user_id=${user_id}`, { status: 'active' });
  assert.equal((await admin.post(path)).status, 200);
  assert.equal((await find(user_id)).standing, 'invited');
});

test('404 for cancelling an accepted invitation', async () => {
  const user_id = await tenant.user();
  assert.equal((await admin.delete(`/people/invitation?user_id=${user_id}`)).status, 404);
});

test('200 for changing a member to an admin and back, with an audit entry each', async () => {
  const user_id = await tenant.user('Rita Role');
  const path = `/people?user_id=${user_id}`;
  assert.equal((await admin.patch(path, { access: 'admin' })).status, 200);
  assert.equal((await find(user_id)).access, 'admin');
  await admin.patch(path, { access: 'admin' });
  await admin.patch(path, { access: 'member' });
  assert.deepEqual(await actsOn(user_id), ['user.created', 'user.access_changed', 'user.access_changed']);
});

test('400 for changing oneself, 404 for a user of another account', async () => {
  const own = await admin.patch(`/people?user_id=${tenant.admin_id}`, { status: 'inactive' });
  assert.equal(own.status, 400);
  assert.match(own.body.message, /^user_id: you cannot do this to yourself/);
  assert.equal((await admin.patch(`/people?user_id=${stranger}`, { access: 'admin' })).status, 404);
});

test('200 for one of two admins who deactivate each other concurrently', async () => {
  for (let round = 0; round < 5; round++) {
    const here = await world.account();
    const one = await consoleOf(world, here.admin);
    const rival = await memberOf(here);
    const people = (await one.get('/people')).body.people;
    const two_id = people.find(({ email }: any) => email === rival.email).id;
    await one.patch(`/people?user_id=${two_id}`, { access: 'admin' });
    const two = await consoleOf(world, rival);
    const answers = await Promise.all([
      one.patch(`/people?user_id=${two_id}`, { status: 'inactive' }),
      two.patch(`/people?user_id=${here.admin_id}`, { access: 'member' }),
    ]);
    const won = answers.filter(({ status }) => status === 200);
    assert.equal(won.length, 1, JSON.stringify(answers.map(({ status }) => status)));
  }
});

test('200 with only matching users', async () => {
  await tenant.user('Søren Ødegård');
  const names = async (query: string) =>
    (await admin.get(`/people?${query}`)).body.people.map(({ full_name }: any) => full_name);
  assert.deepEqual(await names('search=øDEG'), ['Søren Ødegård']);
  for (const search of ['again@', 'AGAIN@Example'])
    assert.deepEqual(await names(`search=${search}`), ['Ivo Invited']);
  assert.deepEqual(await names('search=%25'), []);
  assert.deepEqual(await names('access=admin'), ['Ada Admin']);
  assert.equal((await admin.get('/people?standing=invited')).body.total, 3);
});

test('200 for reads by a member, 403 for changes', async () => {
  assert.equal((await member.get('/people')).status, 200);
  assert.equal((await member.patch(`/people?user_id=${tenant.admin_id}`, {})).status, 403);
});

test('201 for a seat without glasses; the page shows when glasses are paired', async () => {
  const user_id = await tenant.user('Wim Wearer');
  const made = await admin.post('/seats', { device_name: 'Glasses 7', roles: ['trainer'], user_id });
  assert.equal(made.status, 201);
  const { seat_id } = made.body;
  assert.deepEqual(Object.keys(made.body), ['seat_id']);
  const before = (await admin.get(`/seat?seat_id=${seat_id}`)).body;
  assert.deepEqual(
    [before.device_token_set, before.paired_at, before.user.name],
    [false, null, 'Wim Wearer'],
  );
  const { code, qr_svg } = (await admin.post(`/seats/pairing?seat_id=${seat_id}`)).body;
  assert.match(code, /^[A-Z]{8}$/);
  assert.match(qr_svg, /^<svg /);
  const glasses = await world.nobody.post('/device/v1/pair', { code, model: 'Vision 3', serial: 'A1' });
  assert.equal(glasses.status, 201);
  const after = (await admin.get(`/seat?seat_id=${seat_id}`)).body;
  assert.deepEqual([after.device_token_set, after.device_model], [true, 'Vision 3']);
  assert.equal(after.paired_at, world.clock.now().toISOString());
  assert.equal((await admin.get('/seats?device=paired')).body.total, 1);
  await admin.delete(`/seats/device?seat_id=${seat_id}`);
  assert.equal((await admin.get('/seats?device=paired')).body.total, 0);
  assert.equal((await admin.get('/seats?wearer=nobody')).body.total, 0);
  assert.deepEqual(await actsOn(seat_id), ['seat.created', 'seat.paired', 'seat.device_revoked']);
});

test("404 for another account's seat", async () => {
  const { seat_id } = await other.device();
  for (const path of [`/seat?seat_id=${seat_id}`]) assert.equal((await admin.get(path)).status, 404);
  assert.equal((await admin.patch(`/seats?seat_id=${seat_id}`, { device_name: 'Mine' })).status, 404);
  assert.equal((await admin.post(`/seats/pairing?seat_id=${seat_id}`)).status, 404);
});

test('200 for one person, with the same figures, seat and open invitation as in the list', async () => {
  const user_id = await invite('alone@example.com');
  await tenant.device({ user_id });
  const { status, body } = await member.get(`/person?user_id=${user_id}`);
  assert.equal(status, 200);
  assert.deepEqual(body, await find(user_id));
  assert.ok(body.seat && body.invitation);
});

test('404 for a person of another account, 400 for an invalid UUID; lists filtered by that person are empty', async () => {
  assert.equal((await admin.get(`/person?user_id=${stranger}`)).status, 404);
  assert.equal((await admin.get('/person?user_id=1')).status, 400);
  await other.device({ user_id: stranger });
  assert.equal((await admin.get(`/seats?user_id=${stranger}`)).body.total, 0);
  assert.equal((await admin.get(`/procedures?recorded_by=${stranger}`)).body.total, 0);
});
