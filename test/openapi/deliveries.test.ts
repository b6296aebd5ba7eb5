/* Deliveries match the OpenAPI document. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { EVENTS } from '../../src/events/catalogue.ts';
import { rotateEndpointSecret } from '../../src/features/webhooks/endpoints/secrets.ts';
import { eventually } from '../../support/eventually.ts';
import { endpointOf } from '../support/endpoints.ts';
import { openReceiver } from '../support/receiver.ts';
import { openWorld } from '../support/world.ts';
import { createSchemaValidator, resolveReference, type DocumentPart } from './support/document.ts';

const world = await openWorld({ webhook_allow: ['127.0.0.0/8'] });
world.startSender();
const { body: document } = await world.nobody.get('/v1/openapi.json');
const check = createSchemaValidator(document);
const receiver = await openReceiver();
after(() => receiver.close());
const tenant = await world.account();
const api = await tenant.api();
const endpoint_id = await endpointOf(tenant, `${receiver.url}/hook`, [
  'task.created',
  'task.status_changed',
  'task.completed',
]);
await rotateEndpointSecret(tenant.ctx(), endpoint_id);
const { body: task } = await api.post('/v1/api-tenant-tasks', { title: 'A', external_id: 'WO-1' });
await api.patch(`/v1/api-tenant-tasks?task_id=${task.id}`, { status: 'completed' });
const received = await eventually(
  () => receiver.received,
  ({ length }) => length === 3,
);

test('all events are described', () => {
  assert.deepEqual(Object.keys(document.webhooks), Object.keys(EVENTS));
});

for (const event of ['task.created', 'task.status_changed', 'task.completed'])
  test(`a delivery of ${event} has the headers and the body of the document`, () => {
    const delivery = received.find(({ body }) => JSON.parse(body).event === event);
    assert.ok(delivery);
    const { parameters } = document.webhooks[event].post;
    const described = parameters.map((one: DocumentPart) => resolveReference(document, one));
    assert.equal(described.length, 5);
    for (const { name, required, schema } of described) {
      assert.equal(required, true, name);
      assert.match(String(delivery.headers[name.toLowerCase()]), new RegExp(schema.pattern), name);
    }
    assert.match(String(delivery.headers['webhook-signature']), /^v1,\S+ v1,\S+$/);

    const place = ['webhooks', event, 'post', 'requestBody', 'content', 'application/json', 'schema'];
    const body = JSON.parse(delivery.body);
    assert.deepEqual(check(place, body), []);
    assert.ok(check(place, { ...body, event: 'planted' }).length > 0);
    const { task_id, ...rest } = body.data;
    assert.ok(task_id && check(place, { ...body, data: rest }).length > 0);
  });
