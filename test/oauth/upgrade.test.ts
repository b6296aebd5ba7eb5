/* Endpoints of apps from an earlier version, for which only the audit log knows the app. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, test } from 'node:test';
import { suspendApp } from '../../src/features/apps/reviews.ts';
import { adminBrowser, connectApp, makeApp } from '../support/oauth.ts';
import { openReceiver } from '../support/receiver.ts';
import { openWorld } from '../support/world.ts';

const world = await openWorld({ webhook_allow: ['127.0.0.1'] });
const owner = await world.account('Maker GmbH');
const receiver = await openReceiver();
after(() => receiver.close());
const MIGRATION = new URL('../../migrations/0029_ends_of_grants.sql', import.meta.url);

/** Creates an app's endpoint as an earlier version stored it: without a grant, and with no grant having an end. */
async function subscribeAsBefore() {
  const app = await makeApp(world, owner, { scopes: ['manage:webhooks', 'read:tasks'] });
  const tenant = await world.account();
  const { access_token } = await connectApp(world, await adminBrowser(world, tenant), app, 'manage:webhooks');
  const { status, body } = await world
    .as(access_token)
    .post('/v1/webhook-subscribe', { url: receiver.url, events: ['task.created'] });
  assert.equal(status, 201);
  await world.db`update webhook_endpoints set grant_id = null where id = ${body.id}`;
  return { app, tenant, id: String(body.id) };
}

async function fillIn(): Promise<void> {
  const text = await readFile(MIGRATION, 'utf8');
  await world.db.unsafe(text.slice(text.indexOf('-- Who subscribed')));
}

async function read(id: string) {
  const [row] = await world.db`
    select endpoint.deleted_at is not null as is_deleted,
      endpoint.suspended_at is not null as is_suspended,
      length(endpoint.secret) as secret_bytes,
      given.client_id
    from webhook_endpoints as endpoint
    left join oauth_grants as given
      on given.account_id = endpoint.account_id
      and given.id = endpoint.grant_id
    where endpoint.id = ${id}`;
  return { ...row };
}

test('the migration finds the endpoint of an active consent, which continues', async () => {
  const { app, id } = await subscribeAsBefore();
  const before = await read(id);
  await fillIn();
  assert.deepEqual(await read(id), { ...before, is_deleted: false, client_id: app.client_id });
});

test('the migration deletes the endpoint of a revoked consent with its secret', async () => {
  const { app, id } = await subscribeAsBefore();
  await world.db`update oauth_grants set revoked_at = now() where client_id = ${app.client_id}`;
  await fillIn();
  assert.deepEqual(await read(id), {
    is_deleted: true,
    is_suspended: false,
    secret_bytes: 0,
    client_id: app.client_id,
  });
});

test('the migration pauses the endpoint of a suspended app, which keeps its secret', async () => {
  const { app, id } = await subscribeAsBefore();
  const { secret_bytes } = await read(id);
  await suspendApp(world.platform(), { client_id: app.client_id });
  await world.db`update webhook_endpoints set suspended_at = null where id = ${id}`;
  await fillIn();
  assert.deepEqual(await read(id), {
    is_deleted: false,
    is_suspended: true,
    secret_bytes,
    client_id: app.client_id,
  });
});

test('the migration assigns no consent to an endpoint that an admin subscribed', async () => {
  const tenant = await world.account();
  const api = await tenant.api(['manage:webhooks']);
  const { body } = await api.post('/v1/webhook-subscribe', { url: receiver.url, events: ['task.created'] });
  await fillIn();
  const { client_id, is_deleted } = await read(String(body.id));
  assert.deepEqual({ client_id, is_deleted }, { client_id: null, is_deleted: false });
});
