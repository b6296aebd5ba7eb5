import assert from 'node:assert/strict';
import { test } from 'node:test';
import { verify } from '@node-rs/argon2';
import { DAY_MS } from '../../src/lib/time/clock.ts';
import {
  acceptInvitation,
  inviteAgain,
  readInvitation,
  withdrawInvitation,
} from '../../src/features/invitations/invitations.ts';
import { deactivateUser } from '../../src/features/users/users.ts';
import { transaction } from '../../src/lib/sql/sql.ts';
import { deliverMails, tokenIn } from '../support/sentMails.ts';
import { openWorld } from '../support/world.ts';

const world = await openWorld();
const tenant = await world.account('Werkstatt Nord');
const api = await tenant.api();
const PASSWORD = 'correct horse battery';
const platform = () => world.platform();

let made = 0;
async function invited(): Promise<{ user_id: string; token: string }> {
  made += 1;
  const person = { email: `p${made}@example.com`, full_name: 'Pia', roles: ['admin'] };
  const { body } = await api.post('/v1/api-tenant-users', person);
  const letter = (await deliverMails(world)).find(({ recipient }) => recipient === person.email);
  return { user_id: body.user_id, token: tokenIn(letter?.text ?? '') };
}

const notFound = { code: 'NOT_FOUND', message: 'Invitation not found' };

test('200 for opening the link, which stays valid, and for setting the first password with it', async () => {
  const { user_id, token } = await invited();
  const { email, account_name } = await readInvitation(platform(), token);
  assert.deepEqual([email, account_name], ['p1@example.com', 'Werkstatt Nord']);
  const accepted = await acceptInvitation(platform(), { token, password: PASSWORD });
  assert.deepEqual(accepted, { account_id: tenant.account_id, user_id });
  const [row] = await world.db`select password_hash from users where id = ${user_id}`;
  assert.equal(await verify(String(row?.['password_hash']), PASSWORD), true);
});

test('404 for the second use of the link', async () => {
  const { token } = await invited();
  await acceptInvitation(platform(), { token, password: PASSWORD });
  await assert.rejects(acceptInvitation(platform(), { token, password: 'another one' }), notFound);
});

test('404 for one of two concurrent uses of the link', async () => {
  const { token } = await invited();
  const both = await Promise.allSettled(
    ['first one', 'second one'].map((password) => acceptInvitation(platform(), { token, password })),
  );
  assert.deepEqual(both.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected']);
});

test('404 after seven days, 200 with a new link', async () => {
  const { user_id, token } = await invited();
  world.clock.advance(7 * DAY_MS);
  await assert.rejects(acceptInvitation(platform(), { token, password: PASSWORD }), notFound);
  await inviteAgain(tenant.ctx(), user_id);
  const [letter] = await deliverMails(world);
  const fresh = tokenIn(letter?.text ?? '');
  await acceptInvitation(platform(), { token: fresh, password: PASSWORD });
});

test('404 for an older link after a newer one was created', async () => {
  const { user_id, token } = await invited();
  await inviteAgain(tenant.ctx(), user_id);
  await assert.rejects(acceptInvitation(platform(), { token, password: PASSWORD }), notFound);
});

test('404 for a user who was deactivated', async () => {
  const { user_id, token } = await invited();
  await deactivateUser(tenant.ctx(), user_id);
  await assert.rejects(acceptInvitation(platform(), { token, password: PASSWORD }), notFound);
});

test('404 without a mail for a new link after acceptance or deactivation', async () => {
  const accepted = await invited();
  await acceptInvitation(platform(), { token: accepted.token, password: PASSWORD });
  const left = await invited();
  await deactivateUser(tenant.ctx(), left.user_id);
  for (const { user_id } of [accepted, left]) {
    await assert.rejects(inviteAgain(tenant.ctx(), user_id), { message: 'Invited user not found' });
    const withdrawn = transaction(world.db, (tx) => withdrawInvitation(tx, tenant.account_id, user_id));
    await assert.rejects(withdrawn, notFound);
  }
  assert.deepEqual(await deliverMails(world), []);
});

test('404 for a made-up link, 400 for a short password', async () => {
  const { token } = await invited();
  await assert.rejects(acceptInvitation(platform(), { token: `${token}x`, password: PASSWORD }), notFound);
  await assert.rejects(acceptInvitation(platform(), { token, password: 'short' }), { code: 'BAD_REQUEST' });
});
