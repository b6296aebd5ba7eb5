import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRateLimiter } from '../../src/access/rateLimit.ts';
import { Failure } from '../../src/lib/errors.ts';
import { openWorld } from '../support/world.ts';

const time = { now_ms: 0 };
const rate_limit = createRateLimiter({ credential: 3, account: 5 }, () => time.now_ms);
const world = await openWorld({ rate_limit });
const plain = await openWorld();

const MINUTE_MS = 60_000;
const PATH = '/v1/api-tenant-tasks';
const rest = () => (time.now_ms += MINUTE_MS);

test('200 up to the rate of a key, 429 with Retry-After beyond it, 200 again after that time', async () => {
  const tenant = await world.account();
  const api = await tenant.api();
  for (const left of [2, 1, 0]) {
    const { status, headers } = await api.get(PATH);
    assert.equal(status, 200);
    assert.equal(headers.get('ratelimit'), `"key";r=${left};t=${(3 - left) * 20}`);
    assert.equal(headers.get('ratelimit-policy'), '"key";q=3;w=60, "account";q=5;w=60');
  }
  const { status, body, headers } = await api.get(PATH);
  assert.deepEqual(
    [status, body],
    [429, { error: 'TOO_MANY_REQUESTS', message: 'At most 3 requests per minute for this key or token' }],
  );
  assert.deepEqual([headers.get('retry-after'), headers.get('ratelimit')], ['20', '"key";r=0;t=60']);
  time.now_ms += 19_999;
  assert.equal((await api.get(PATH)).status, 429);
  time.now_ms += 1;
  assert.equal((await api.get(PATH)).status, 200);
});

test('429 for all keys of an account beyond its rate; other accounts are not affected', async () => {
  rest();
  const [tenant, other] = [await world.account(), await world.account()];
  const [one, two] = [await tenant.api(), await tenant.api()];
  const statuses = [];
  for (const api of [one, one, two, two, one]) statuses.push((await api.get(PATH)).status);
  assert.deepEqual(statuses, [200, 200, 200, 200, 200]);
  const { status, body, headers } = await two.get(PATH);
  assert.deepEqual([status, body.message], [429, 'At most 5 requests per minute for this account']);
  assert.deepEqual([headers.get('retry-after'), headers.get('ratelimit')], ['12', '"account";r=0;t=60']);
  assert.equal((await (await other.api()).get(PATH)).status, 200);
});

test('429 on the device API, and nothing is written', async () => {
  rest();
  const tenant = await world.account();
  const device = await tenant.device();
  for (let asked = 0; asked < 3; asked++) assert.equal((await device.get('/device/v1/manifest')).status, 200);
  const refused = await device.post('/device/v1/sessions', { role: 'trainer' });
  assert.equal(refused.status, 429);
  const [{ count } = {}] = await world.db<{ count: number }[]>`select count(*)::int as count from sessions`;
  assert.equal(count, 0);
});

test('401 without a rate limit for unknown callers; 403 for a missing scope counts as a request', async () => {
  rest();
  assert.equal((await world.as(`tak_${'x'.repeat(40)}`).get(PATH)).headers.get('ratelimit'), null);
  const api = await (await world.account()).api(['read:forms']);
  for (const status of [403, 403, 403, 429]) assert.equal((await api.get(PATH)).status, status);
});

test('200 without rate limit headers if no limit is set, also in the OpenAPI document', async () => {
  const { status, headers } = await (await (await plain.account()).api()).get(PATH);
  assert.deepEqual([status, headers.get('ratelimit'), headers.get('ratelimit-policy')], [200, null, null]);
  const told = async (from: typeof world) =>
    '429' in (await from.nobody.get('/v1/openapi.json')).body.paths[PATH].get.responses;
  assert.deepEqual([await told(plain), await told(world)], [false, true]);
});

test('an idle caller is evicted, an active caller is kept among many', () => {
  const clock = { now_ms: 0 };
  const limit = createRateLimiter({ credential: 1, account: 1_000_000 }, () => clock.now_ms);
  const ask = (credential_id: string) => limit.take({ account_id: 'a', credential_id });
  ask('rested');
  clock.now_ms = MINUTE_MS;
  for (let at = 0; at < 20_000; at++) ask(String(at));
  assert.throws(() => ask('19999'), Failure);
  assert.throws(() => ask('0'), Failure);
  ask('rested');
});
