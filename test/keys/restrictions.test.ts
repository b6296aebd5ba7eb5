/* Keys that expire, and keys that are limited to some addresses. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Caller } from '../../support/caller.ts';
import { MINUTE_MS, OFFICE_ADDRESS, openRestrictedKeys, TASKS_PATH } from './support/restrictedKeys.ts';

const { world, full, admin, inMinutes, makeKey, create, readKey } = await openRestrictedKeys();

/** Returns a request whose client address, according to the proxy, is this one. */
const from = (by: Caller, address: string) =>
  by.call(TASKS_PATH, { headers: { 'X-Forwarded-For': address } });
const statusFrom = async (by: Caller, address: string) => (await from(by, address)).status;

test('200 until the expiry of a key, 401 afterwards, as for a revoked key', async () => {
  const [ending, endless, revoked] = [
    await makeKey({ expires_at: inMinutes(1) }),
    await makeKey({}),
    await makeKey({}),
  ];
  await full.delete(`/v1/keys?key_id=${revoked.id}`);
  world.clock.advance(MINUTE_MS - 1);
  assert.equal((await ending.get(TASKS_PATH)).status, 200);
  world.clock.advance(1);
  const { status, body, headers } = await ending.get(TASKS_PATH);
  const like = await revoked.get(TASKS_PATH);
  assert.deepEqual([status, body], [401, like.body]);
  assert.equal(headers.get('www-authenticate'), like.headers.get('www-authenticate'));
  assert.equal((await endless.get(TASKS_PATH)).status, 200, 'control: another key goes on');
});

test('401 on the MCP door for a key that has expired or is used from another address', async () => {
  const call = { jsonrpc: '2.0', id: 1, method: 'ping' };
  const ask = async (by: Caller) => (await by.post('/mcp', call)).status;
  const [ending, bound] = [
    await makeKey({ expires_at: inMinutes(1) }),
    await makeKey({ allowed_addresses: [OFFICE_ADDRESS] }),
  ];
  assert.deepEqual([await ask(ending), await ask(bound)], [200, 401]);
  world.clock.advance(MINUTE_MS);
  assert.equal(await ask(ending), 401);
});

test('200 from an allowed address in any spelling, 401 from another address', async () => {
  const bound = await makeKey({ allowed_addresses: [OFFICE_ADDRESS, '2001:db8::/48'] });
  for (const inside of ['203.0.113.0', '203.0.113.255', '::ffff:203.0.113.7', '2001:DB8::7'])
    assert.equal(await statusFrom(bound, inside), 200, inside);
  for (const outside of ['203.0.114.0', '198.51.100.1', '2001:db8:1::', '::ffff:198.51.100.1', 'evil'])
    assert.equal(await statusFrom(bound, outside), 401, outside);
  assert.equal((await bound.get(TASKS_PATH)).status, 401, 'its own address, without a proxy');
});

test('401 for an allowed address that is only claimed in X-Forwarded-For', async () => {
  const bound = await makeKey({ allowed_addresses: [OFFICE_ADDRESS] });
  assert.equal(await statusFrom(bound, '203.0.113.7, 198.51.100.1'), 401);
  assert.equal(await statusFrom(bound, '198.51.100.1, 203.0.113.7'), 200, 'control: the last one counts');
});

test('201 again for one Idempotency-Key of an expiring key, 401 after its expiry', async () => {
  const maker = await makeKey({ expires_at: inMinutes(1) });
  const once = () => create(maker, {}, { 'Idempotency-Key': 'ending' });
  const [first, second] = [await once(), await once()];
  assert.deepEqual([first.status, second.status, second.text], [201, 201, first.text]);
  world.clock.advance(MINUTE_MS);
  assert.equal((await once()).status, 401);
});

test('200 with the reason for a rejected key in the request log, without an update of its last use', async () => {
  const [ending, bound] = [
    await makeKey({ expires_at: inMinutes(1) }),
    await makeKey({ allowed_addresses: [OFFICE_ADDRESS] }),
  ];
  world.clock.advance(MINUTE_MS);
  await ending.get(TASKS_PATH);
  await from(bound, '198.51.100.1');
  await full.get(TASKS_PATH);
  await world.app.requests.flush();
  const loggedOf = async (key_id: string) => (await admin.get(`/requests?key_id=${key_id}`)).body.requests;
  const reasons = async (key_id: string) =>
    (await loggedOf(key_id)).map(({ status, refusal }: any) => [status, refusal]);
  assert.deepEqual(await reasons(ending.id), [[401, 'expired']]);
  assert.deepEqual(await reasons(bound.id), [[401, 'address']]);
  assert.deepEqual((await reasons(full.key_id))[0], [200, null], 'control: what was not refused');
  const [{ id }] = await loggedOf(bound.id);
  const detail = (await admin.get(`/request?id=${id}`)).body;
  assert.deepEqual([detail.refusal, detail.address], ['address', '198.51.100.1']);
  assert.equal((await readKey(bound.id)).last_used_at, null);
});

test('200 with the expiry of a key for the key itself', async () => {
  const own = await makeKey({ expires_at: inMinutes(1) });
  assert.equal((await own.get('/v1/whoami')).body.expires_at, inMinutes(1));
});
