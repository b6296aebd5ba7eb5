/* Names of endpoints, and the places that show them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { consoleOf } from '../../support/console.ts';
import { insertFailedDelivery } from '../support/endpoints.ts';
import { openWorld } from '../support/world.ts';

const world = await openWorld();
const tenant = await world.account();
const api = await tenant.api();
const admin = await consoleOf(world, tenant.admin);
const staff = await consoleOf(world, await world.staff());
const events = ['task.created'];

const add = async (more: object): Promise<string> => {
  const { status, body } = await admin.post('/endpoints', {
    url: 'https://hooks.example.com/T0/hush',
    events,
    ...more,
  });
  assert.equal(status, 201);
  assert.deepEqual(body, { id: body.id, events });
  return body.id;
};
const read = async (id: string) => (await admin.get(`/endpoint?endpoint_id=${id}`)).body;
const change = (id: string, changes: object) => admin.patch(`/endpoints?endpoint_id=${id}`, changes);

test('201 with a trimmed name, null by default', async () => {
  assert.equal((await read(await add({ name: '  Planning system ' }))).name, 'Planning system');
  for (const none of [{}, { name: null }]) assert.equal((await read(await add(none))).name, null);
});

test('201 with an audit entry that has the host and the events, and the name if there is one', async () => {
  for (const [name, named] of [
    ['Stores', { name: 'Stores' }],
    [null, {}],
  ] as const) {
    const id = await add({ name });
    const { entries } = (await admin.get(`/audit?target_id=${id}&action=endpoint.created`)).body;
    const host = new URL((await read(id)).url).host;
    assert.deepEqual(
      entries.map(({ details }: { details: object }) => details),
      [{ host, events, ...named }],
    );
  }
});

test('400 for a name of more than 100 characters', async () => {
  const { status, body } = await change(await add({ name: 'x'.repeat(100) }), { name: 'x'.repeat(101) });
  assert.deepEqual([status, body.error], [400, 'BAD_REQUEST']);
  assert.match(body.message, /^name: /);
});

test('200 for adding, changing and removing a name, with an audit entry each', async () => {
  const id = await add({});
  assert.equal((await change(id, { name: 'Stores' })).body.name, 'Stores');
  assert.equal((await change(id, { name: ' Stores ' })).body.name, 'Stores');
  assert.equal((await change(id, { events })).body.name, 'Stores');
  assert.equal((await change(id, { name: null })).body.name, null);
  const { entries } = (await admin.get(`/audit?target_id=${id}&action=endpoint.changed`)).body;
  assert.deepEqual(
    entries.map(({ details }: { details: object }) => details),
    [{ name: null }, { name: 'Stores' }],
  );
});

test('201 on the public path with exactly id and events, without a name', async () => {
  const body = { url: 'https://hooks.example.com/public', events, name: 'Not taken' };
  const made = await api.post('/v1/webhook-subscribe', body);
  assert.equal(made.status, 201);
  assert.deepEqual(made.body, { id: made.body.id, events });
  const found = await api.get(`/v1/webhook-subscribe?endpoint_id=${made.body.id}`);
  assert.deepEqual(found.body, { exists: true, id: made.body.id, events, url: body.url });
  assert.equal((await read(made.body.id)).name, null);
});

test('200 with the same name in lists, deliveries, Home, queues, search and audit log', async () => {
  const id = await add({ name: 'Zephyr planning' });
  await insertFailedDelivery(world, id);
  const at = (rows: { id: string; name: string }[]) => rows.find((one) => one.id === id)?.name;
  const sent = (await admin.get(`/deliveries?endpoint_id=${id}`)).body.deliveries[0];
  const one = await admin.get(`/delivery?event_id=${sent.event_id}&endpoint_id=${id}`);
  const found = (await admin.get('/search?text=zeph')).body.found[0];
  const by_id = (await admin.get(`/search?text=${id}`)).body.found[0];
  const audited = (await admin.get(`/audit?target_id=${id}`)).body.entries[0];
  assert.deepEqual(
    {
      list: at((await admin.get('/endpoints')).body.endpoints),
      public: at((await api.get('/v1/endpoints')).body.endpoints),
      home: at((await admin.get('/home')).body.for_admins.endpoints),
      queues: at((await staff.get('/staff/queues')).body.failing_endpoints),
      delivery: one.body.endpoint_name,
      search: [found.title, found.detail, by_id.title],
      audit: audited.target.name,
    },
    {
      list: 'Zephyr planning',
      public: 'Zephyr planning',
      home: 'Zephyr planning',
      queues: 'Zephyr planning',
      delivery: 'Zephyr planning',
      search: ['Zephyr planning', 'https://hooks.example.com/T0/hush', 'Zephyr planning'],
      audit: 'Zephyr planning',
    },
  );
});
