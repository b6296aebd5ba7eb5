/* One user from the invitation to a seat and a session, as clients see each step. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openBrowser } from '../../support/browser.ts';
import { consoleOfBrowser, consoleOf } from '../../support/console.ts';
import { deliverMails, tokenIn } from '../support/sentMails.ts';
import { openWorld } from '../support/world.ts';

const world = await openWorld();
const tenant = await world.account();
const api = await tenant.api();
const admin = await consoleOf(world, tenant.admin);
const PATH = '/v1/api-tenant-users';
const person = { email: 'ines.vogel@example.com', full_name: 'Ines Vogel', roles: ['admin'] };
const password = 'correct horse battery';

test('201 for an invitation, then a password, a seat and a session, each seen in the list of users', async () => {
  const { status, body: invited } = await api.post(PATH, person);
  assert.equal(status, 201);
  const { user_id } = invited;
  const listed = async () => {
    const { body } = await api.get(PATH);
    const { created_at, ...user } = body.users.find(({ id }: { id: string }) => id === user_id);
    assert.equal(created_at, '2026-03-02T09:00:00.000Z');
    return user;
  };
  const base = { id: user_id, email: person.email, full_name: person.full_name, status: 'active' };
  const without_sessions = { last_session_at: null, total_sessions: 0, total_minutes: 0 };
  const office = { ...base, role: 'tenant_admin', seat: null, ...without_sessions };
  assert.deepEqual(await listed(), office);

  const browser = openBrowser(world.url);
  const letter = (await deliverMails(world)).find(({ recipient }) => recipient === person.email);
  const page = await browser.get(`/invitation?token=${tokenIn(letter?.text ?? '')}`);
  assert.equal((await browser.submit(page, '/invitation', { password })).status, 303);
  const { body: me } = await (await consoleOfBrowser(world, browser)).get('/me');
  assert.equal(me.user.email, person.email);
  assert.deepEqual(await listed(), office);

  const seat = { device_name: 'Glasses 7', user_id, roles: ['trainee'] };
  const { body: added } = await admin.post('/seats', seat);
  const { body: pairing } = await admin.post(`/seats/pairing?seat_id=${added.seat_id}`);
  const seated = { id: added.seat_id, device_name: 'Glasses 7', device_token_set: false };
  assert.deepEqual(await listed(), { ...office, role: 'trainee', seat: seated });

  const { body: paired } = await world.nobody.post('/device/v1/pair', { code: pairing.code });
  const on_glasses = { ...office, role: 'trainee', seat: { ...seated, device_token_set: true } };
  assert.deepEqual(await listed(), on_glasses);

  const glasses = world.as(paired.device_token);
  world.clock.advance(60_000);
  const { body: session } = await glasses.post('/device/v1/sessions', { role: 'trainee' });
  assert.deepEqual(await listed(), {
    ...on_glasses,
    last_session_at: '2026-03-02T09:01:00.000Z',
    total_sessions: 1,
  });
  world.clock.advance(90_000);
  await glasses.post('/device/v1/sessions/complete', { session_id: session.id, status: 'completed' });
  assert.deepEqual(await listed(), {
    ...on_glasses,
    last_session_at: '2026-03-02T09:01:00.000Z',
    total_sessions: 1,
    total_minutes: 2,
  });
  const { body: sessions } = await api.get('/v1/api-tenant-sessions');
  assert.deepEqual(
    sessions.sessions.map((one: { id: string; user: object }) => [one.id, one.user]),
    [[session.id, { user_id, name: 'Ines Vogel' }]],
  );
});
