import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runSuccessfully, freshDirectory, startServer } from './support/cli.ts';

const env = { DATA_DIR: await freshDirectory() };
const server = await startServer(env);

const { account_id } = await runSuccessfully(
  env,
  'account create --name Acme --admin-email a@acme.example --admin-name Ada --admin-password 12345678',
);

test('a key works immediately, and its next request after revocation is rejected', async () => {
  const { id, key } = await runSuccessfully(env, `key create --account ${account_id} --name CI --scopes all`);
  assert.equal((await createTask(key)).status, 201);

  await runSuccessfully(env, `key revoke --account ${account_id} --id ${id}`);
  const refused = await createTask(key);
  assert.equal(refused.status, 401);
  assert.equal(refused.body.error, 'INVALID_KEY');
});

test('a key can do only what its scopes allow', async () => {
  const { key } = await runSuccessfully(
    env,
    `key create --account ${account_id} --name CI --scopes write:sessions`,
  );
  const refused = await createTask(key);
  assert.equal(refused.status, 403);
  assert.equal(refused.body.error, 'INSUFFICIENT_PERMISSIONS');
});

test('a deactivated person gets no tasks until they are reactivated', async () => {
  const { key } = await runSuccessfully(env, `key create --account ${account_id} --name CI --scopes all`);
  const { user_id = '' } = await runSuccessfully(
    env,
    `user create --account ${account_id} --email b@acme.example --name Bo --role member --password 12345678`,
  );
  assert.equal((await createTask(key, user_id)).status, 201);
  await runSuccessfully(env, `user deactivate --account ${account_id} --id ${user_id}`);
  assert.equal((await createTask(key, user_id)).status, 400);
  await runSuccessfully(env, `user reactivate --account ${account_id} --id ${user_id}`);
  assert.equal((await createTask(key, user_id)).status, 201);
});

async function createTask(key = '', assigned_to: string | null = null) {
  const answer = await fetch(`${server.url}/v1/api-tenant-tasks`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ title: 'Check the pump', assigned_to }),
  });
  return { status: answer.status, body: (await answer.json()) as { error?: string } };
}
