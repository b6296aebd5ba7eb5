/* The answer to a COMMIT is lost: the work still reports its result, and is written once. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createAccount } from '../../src/features/accounts/accounts.ts';
import { deleteApp, submitAppForReview } from '../../src/features/apps/apps.ts';
import { approveApp, sendBackApp, suspendApp } from '../../src/features/apps/reviews.ts';
import { disconnectApp } from '../../src/features/connections/connections.ts';
import { inviteUserFromDashboard, createUser } from '../../src/features/users/users.ts';
import { cancelInvitation } from '../../src/features/users/people/people.ts';
import { createStaffMember } from '../../src/features/staff/staff.ts';
import { deleteEndpoint } from '../../src/features/webhooks/endpoints/endpoints.ts';
import { retryDelivery, sendTestEvent } from '../../src/features/webhooks/log/deliveries.ts';
import { sendToAnotherEndpoint } from '../../src/features/webhooks/log/resending.ts';
import { revealEndpointSecret } from '../../src/features/webhooks/endpoints/secrets.ts';
import { endpointOf, insertFailedDelivery } from '../support/endpoints.ts';
import { adminBrowser, connectApp, makeApp } from '../support/oauth.ts';
import { openBehindProxy } from './support/proxiedDatabase.ts';

const HOOK = 'https://8.8.8.8/hook';
const PASSWORD = 'correct horse battery';

const { world, tenant, proxy, db, ctx, countAudited } = await openBehindProxy();
const platform = () => ({ ...world.platform(), db });

/** Runs work whose COMMIT takes effect while its answer is lost, and returns the result of the work. */
async function unheard<T>(of: string, work: () => Promise<T>): Promise<T> {
  proxy.swallowNextCommit(of);
  const answer = await work();
  await proxy.forward();
  return answer;
}

async function failedDelivery(endpoint_id: string) {
  world.clock.advance(1);
  await insertFailedDelivery(world, endpoint_id);
  const [row] = await world.db<[{ event_id: string }]>`
    select event_id from webhook_deliveries where endpoint_id = ${endpoint_id} and state = 'failed'`;
  return { event_id: row.event_id, endpoint_id };
}

const countQueued = async (endpoint_id: string) =>
  (await world.db`select from webhook_queue where endpoint_id = ${endpoint_id}`).length;

test('an app is submitted, approved, suspended and deleted once each after lost responses', async () => {
  const { client_id } = await makeApp(world, tenant, { active: false });
  const submitted = await unheard('app.submitted', () => submitAppForReview(ctx, client_id));
  assert.equal(submitted.review?.decision, null);
  const ruling = { client_id, notes: 'Well done' };
  const steps = [
    ['app.sent_back', () => sendBackApp(platform(), ruling), { status: 'development' }],
    ['app.approved', () => approveApp(platform(), { client_id }), { status: 'active' }],
    ['app.suspended', () => suspendApp(platform(), ruling), { status: 'suspended' }],
    ['app.deleted', () => deleteApp(ctx, client_id), { deleted: true }],
  ] as const;
  for (const [action, act, answer] of steps) {
    assert.deepEqual(await unheard<object>(action, act), answer);
    assert.equal(await countAudited(action, client_id), 1, action);
  }
});

test('an endpoint shows its secret, gets a test event and is deleted once each after lost responses', async () => {
  const id = await endpointOf(tenant, HOOK);
  await unheard('endpoint.secret_revealed', () => revealEndpointSecret(ctx, id));
  assert.equal(await countAudited('endpoint.secret_revealed', id), 1);
  const sent = await unheard(id, () => sendTestEvent(ctx, id));
  assert.equal(sent.endpoint_id, id);
  assert.equal(await countQueued(id), 1);
  assert.deepEqual(await unheard('endpoint.deleted', () => deleteEndpoint(ctx, id)), { success: true });
  await assert.rejects(deleteEndpoint(ctx, id), { code: 'NOT_FOUND' });
});

test('a delivery is retried and sent to another endpoint once each after lost responses', async () => {
  const [id, other] = [await endpointOf(tenant, HOOK), await endpointOf(tenant, `${HOOK}/other`)];
  const ref = await failedDelivery(id);
  await world.db`
    insert into events (account_id, id, event, body, created_at)
    values (${tenant.account_id}, ${ref.event_id}, 'task.created', '{}', ${world.clock.now()})`;
  assert.deepEqual(await unheard(ref.event_id, () => retryDelivery(ctx, ref)), { state: 'pending' });
  assert.equal(await countQueued(id), 1);
  await assert.rejects(retryDelivery(ctx, ref), { code: 'CONFLICT' });
  const resent = await unheard('endpoint.event_resent', () => sendToAnotherEndpoint(ctx, ref, other));
  assert.equal(resent.endpoint_id, other);
  assert.equal(await countQueued(other), 1);
});

test('an invitation is cancelled once after a lost response', async () => {
  const person = { email: 'ivy@example.com', full_name: 'Ivy', is_admin: false };
  const { user_id } = await inviteUserFromDashboard(tenant.ctx(), person);
  const cancelled = await unheard('user.invitation_cancelled', () => cancelInvitation(ctx, user_id));
  assert.deepEqual(cancelled, { cancelled: true });
  await assert.rejects(cancelInvitation(ctx, user_id), { code: 'NOT_FOUND' });
});

test('an app is disconnected once after a lost response', async () => {
  const app = await makeApp(world, tenant);
  await connectApp(world, await adminBrowser(world, tenant), app);
  const done = await unheard('connection.ended', () => disconnectApp(ctx, app.client_id));
  assert.deepEqual(done, { disconnected: true });
});

test('a user, a staff member and an account are created once each after lost responses', async () => {
  const ada = { email: 'ada-lost@example.com', full_name: 'Ada', password: PASSWORD };
  const { user_id } = await unheard('user.created', () => createUser(ctx, { ...ada, is_admin: false }));
  assert.equal(await countAudited('user.created', user_id), 1);
  const staff = await unheard('staff.created', () =>
    createStaffMember(platform(), { ...ada, email: 's@example.com' }),
  );
  assert.equal(await countAudited('staff.created', staff.user_id), 1);
  const named = { name: 'Lost and found', admin: { ...ada, email: 'o@example.com' } };
  const { account_id } = await unheard('o@example.com', () => createAccount(platform(), named));
  const [made] = await world.db<[{ id: string }]>`select id from accounts where name = ${named.name}`;
  assert.equal(made.id, account_id);
});
