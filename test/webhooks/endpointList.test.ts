/* The list of endpoints: search, status, order and pages, for an account with 500 endpoints. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pauseEndpoint } from '../../src/features/webhooks/endpoints/endpoints.ts';
import { consoleOf } from '../../support/console.ts';
import { insertEndpoints, insertFailedDelivery } from '../support/endpoints.ts';
import { openWorld } from '../support/world.ts';

const MANY = 500;

const world = await openWorld();
const tenant = await world.account();
const ids = await insertEndpoints(
  world,
  tenant.account_id,
  Array.from({ length: MANY }, (_, at) => ({
    name: at === 0 ? 'Billing' : null,
    url: `https://hooks-${String(at).padStart(3, '0')}.example.com/`,
  })),
);
const [billing = '', oldest = '', paused = ''] = ids;
await insertFailedDelivery(world, oldest);
await pauseEndpoint(tenant.ctx(), paused);
const stranger = await world.account();
await insertEndpoints(world, stranger.account_id, [{ name: 'Billing', url: 'https://other.example.com/' }]);
const api = await tenant.api();
const browser = await consoleOf(world, tenant.admin);

const list = async (query: string) => (await browser.call(`/endpoints?${query}`)).body;
const idsOf = ({ endpoints }: any): string[] => endpoints.map(({ id }: any) => id);

test('200 with failing endpoints first, although they are the oldest of 500', async () => {
  const page = await list('sort=status&limit=3');
  assert.deepEqual([page.total, page.limit, page.offset], [MANY, 3, 0]);
  assert.deepEqual(
    page.endpoints.map(({ recent }: any) => recent.status),
    ['failing', 'paused', 'unused'],
  );
  assert.deepEqual(idsOf(page), [oldest, paused, ids.at(-1)]);
  assert.equal(idsOf(await list('limit=3')).includes(oldest), false, 'the control: newest first');
});

test('200 with the endpoints of a status, and with those whose name or URL contains all words', async () => {
  assert.deepEqual(idsOf(await list('status=failing')), [oldest]);
  assert.deepEqual(idsOf(await list('status=paused&search=002.example')), [paused]);
  assert.deepEqual(idsOf(await list('search=com%20BILLING')), [billing]);
  const unused = await list('status=unused&limit=2&offset=496');
  assert.deepEqual([unused.total, unused.endpoints.length], [MANY - 2, 2]);
  for (const nothing of ['status=healthy', 'search=other.example', 'search=hooks-000%20hooks-001'])
    assert.deepEqual(await list(nothing), { endpoints: [], total: 0, limit: 50, offset: 0 });
});

test('200 with endpoints ordered by name and by latest delivery, also over the API, where the status is missing', async () => {
  const byName = idsOf(await list('sort=name&limit=2'));
  assert.deepEqual(byName, [billing, oldest]);
  assert.deepEqual(idsOf(await list('sort=last_triggered_at&limit=1')), [oldest]);
  const { body } = await api.get('/v1/endpoints?sort=name&limit=2');
  assert.deepEqual(idsOf(body), byName);
  assert.equal(body.endpoints[0].recent, undefined);
  const failing = await api.get('/v1/endpoints?status=failing');
  assert.deepEqual([idsOf(failing.body), failing.body.total], [[oldest], 1]);
});

test('400 for an unknown status and an unknown order', async () => {
  for (const query of ['status=broken', 'sort=url'])
    assert.equal((await api.get(`/v1/endpoints?${query}`)).status, 400, query);
});
