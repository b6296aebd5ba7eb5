/* The MCP endpoint at the level of HTTP and JSON-RPC. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openWorld } from '../support/world.ts';

const world = await openWorld();
const tenant = await world.account();
const api = await tenant.api();
const metadata = `${world.url}/.well-known/oauth-protected-resource/mcp`;

function ask(method: string, params: object = {}, headers: Record<string, string> = {}) {
  return api.post('/mcp', { jsonrpc: '2.0', id: 7, method, params }, headers);
}

test('401 with the authorization server for any invalid credential', async () => {
  for (const caller of [world.nobody, world.as('tak_wrong'), world.as(`${api.token}x`)]) {
    const { status, headers } = await caller.post('/mcp', {});
    assert.equal(status, 401);
    assert.equal(headers.get('www-authenticate'), `Bearer resource_metadata="${metadata}"`);
  }
  const unknown = { 'MCP-Protocol-Version': '1999-01-01' };
  assert.equal((await world.nobody.post('/mcp', {}, unknown)).status, 401);
  const { status, body } = await world.nobody.get(new URL(metadata).pathname);
  assert.equal(status, 200);
  assert.deepEqual([body.resource, body.authorization_servers], [`${world.url}/mcp`, [world.url]]);
});

test('401 for a device token and for a sign-in cookie', async () => {
  const glasses = await tenant.device();
  assert.equal((await glasses.post('/mcp', {})).status, 401);
});

test('405 for GET and DELETE, because there are no streams and no sessions', async () => {
  for (const method of ['GET', 'DELETE']) {
    const { status, headers } = await api.call('/mcp', { method });
    assert.deepEqual([status, headers.get('allow')], [405, 'POST']);
  }
});

test('200 with the version that the client speaks, or with the newest', async () => {
  const versionFor = async (protocolVersion: string) =>
    (await ask('initialize', { protocolVersion })).body.result.protocolVersion;
  assert.equal(await versionFor('2025-06-18'), '2025-06-18');
  assert.equal(await versionFor('1999-01-01'), '2025-11-25');
  const { body } = await ask('initialize');
  assert.deepEqual([body.id, body.error.code], [7, -32602]);
});

test('400 for an unknown version, 200 for a known one', async () => {
  const ping = (version: string) => ask('ping', {}, { 'MCP-Protocol-Version': version });
  assert.equal((await ping('1999-01-01')).status, 400);
  const { status, body } = await ping('2025-06-18');
  assert.deepEqual([status, body], [200, { jsonrpc: '2.0', id: 7, result: {} }]);
});

test('403 for another origin, 200 for the own origin', async () => {
  assert.equal((await ask('ping', {}, { Origin: 'https://elsewhere.example' })).status, 403);
  assert.equal((await ask('ping', {}, { Origin: world.url })).status, 200);
});

test('202 without a body for a notification', async () => {
  const { status, text } = await api.post('/mcp', { jsonrpc: '2.0', method: 'notifications/initialized' });
  assert.deepEqual([status, text], [202, '']);
});

test('200 with a JSON-RPC error for an unknown method, tool or resource, 400 for an invalid message', async () => {
  assert.equal((await ask('prompts/list')).body.error.code, -32601);
  for (const uri of ['file:///etc/passwd', `${world.url}/docs/guides/../../package.json`, 7, undefined])
    assert.equal((await ask('resources/read', { uri })).body.error.code, -32002);
  assert.equal((await ask('tools/call', { name: 'drop_tables' })).body.error.code, -32602);
  for (const sent of [[], 'limit', 7, null])
    assert.equal((await ask('tools/call', { name: 'list_tasks', arguments: sent })).body.error.code, -32602);
  for (const raw of ['{', '[]', '"ping"', '{"jsonrpc":"1.0"}'])
    assert.equal((await api.call('/mcp', { method: 'POST', raw })).status, 400, raw);
});

test('the request log contains the calls of agents', async () => {
  await ask('ping');
  await world.app.requests.flush();
  const [row] = await world.db<{ path: string }[]>`
    select path from request_log where credential_id = ${api.key_id} order by id desc limit 1`;
  assert.equal(row?.path, '/mcp');
});
