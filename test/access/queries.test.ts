import assert from 'node:assert/strict';
import { test } from 'node:test';
import { methodsOf, type Resource } from '../../src/doors/declaration.ts';
import { createIntegration } from '../../src/features/integrations/integrations.ts';
import { queryReader } from '../../src/lib/http/validate.ts';
import { Input, Page, TimestampInput } from '../../src/lib/schema/schema.ts';
import { consoleOf } from '../../support/console.ts';
import { IS_FIRST_TIER } from '../support/tier.ts';
import { openWorld } from '../support/world.ts';

const NO_DIGITS = ['0x10', '1e1', '+5', ' 5', '5 ', '5.0', '-0', '-1', '5_0', '٥', 'Infinity', '0b1'];

const world = await openWorld();
const tenant = await world.account();
const api = await tenant.api();
const callers = {
  '/v1': api,
  '/device/v1': await tenant.device(),
  '/inbound/v1': world.as((await createIntegration(tenant.ctx(), { provider: 'erp' })).secret),
  '/console/v1': await consoleOf(world, tenant.admin),
};
const staff = await consoleOf(world, await world.staff());

for (const { prefix, resources } of world.app.doors) {
  for (const [at, { resource, name }] of resources.flatMap(integersOf).entries()) {
    test(`400 for a non-decimal ${name} of ${prefix}${resource.path}`, async () => {
      const operation = resource.operations.GET;
      const is_staff = operation?.asks_for === 'sign-in' && operation.audience === 'staff';
      const caller = is_staff ? staff : callerOf(prefix);
      const path = prefix === '/console/v1' ? resource.path : prefix + resource.path;
      for (const text of IS_FIRST_TIER && at > 0 ? NO_DIGITS.slice(0, 3) : NO_DIGITS) {
        const { status, body } = await caller.get(`${path}?${name}=${encodeURIComponent(text)}`);
        assert.equal(status, 400, text);
        assert.equal(body.message, `${name}: must be an integer`);
      }
    });
  }
}

test('400 for more than 100 parameters', async () => {
  const ask = (times: number) => api.get(`/v1/api-tenant-tasks?${'limit=5&'.repeat(times - 1)}offset=0`);
  const { status, body } = await ask(101);
  assert.deepEqual([status, body.message], [400, 'query: more than 100 parameters']);
  assert.notEqual((await ask(100)).body.message, body.message);
});

test('200 for limit and offset in decimal digits', async () => {
  const { status, body } = await api.get('/v1/api-tenant-tasks?limit=05&offset=0');
  assert.equal(status, 200);
  assert.equal(body.limit, 5);
});

test('200 for a time zone whose plus arrived as a space', async () => {
  await api.post('/v1/api-tenant-tasks', { title: 'A' });
  const total = async (from: string) => (await api.get(`/v1/api-tenant-tasks?from=${from}`)).body.total;
  const now = world.clock.now().getTime();
  const inZone = (at: number) => new Date(at + 2 * 60 * 60_000).toISOString().slice(0, 19);
  assert.equal(await total(`${inZone(now - 5_000)}+02:00`), 1);
  assert.equal(await total(`${inZone(now - 5_000)}+0200`), 1);
  assert.equal(await total(`${inZone(now + 5_000)}+02:00`), 0);
  assert.equal((await api.get('/v1/api-tenant-tasks?from=2026-01-01+02:00')).status, 200);
  assert.equal((await api.get('/v1/api-tenant-tasks?from=2026-01-01T00:00:00++02:00')).status, 400);
});

test('a date and a time separated by a space are not changed', () => {
  const read = queryReader(Input({ ...Page, from: TimestampInput }));
  assert.equal(read({ from: '2026-01-01 02:00' }).from, '2026-01-01 02:00');
  assert.equal(read({ from: '2026-01-01 02:00 03:00' }).from, '2026-01-01 02:00+03:00');
  assert.equal(read({ from: '2026-01-01T02:00:00.5 0300' }).from, '2026-01-01T02:00:00.5+0300');
});

function callerOf(prefix: string) {
  const caller = new Map(Object.entries(callers)).get(prefix);
  assert.ok(caller, prefix);
  return caller;
}

function integersOf(resource: Resource): { resource: Resource; name: string }[] {
  if (!methodsOf(resource).includes('GET')) return [];
  const declared: object = Object(Object(resource.operations.GET?.query).properties);
  return Object.entries(declared)
    .filter(([, { type }]) => type === 'integer')
    .map(([name]) => ({ resource, name }));
}
