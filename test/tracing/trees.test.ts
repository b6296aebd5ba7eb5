import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createTask } from '../../src/features/tasks/tasks.ts';
import { createLog } from '../../src/lib/log.ts';
import { createTracer } from '../../src/lib/process/tracing/openTelemetry.ts';
import { runInSpan } from '../../src/lib/process/tracing/spans.ts';
import { eventually } from '../../support/eventually.ts';
import { openCollector, type CollectedSpan } from '../support/collector.ts';
import { endpointOf } from '../support/endpoints.ts';
import { openReceiver } from '../support/receiver.ts';
import { openWorld } from '../support/world.ts';

const TASKS = '/v1/api-tenant-tasks';
const TITLE = 'Oil-of-nobody-else';
const CALLER = { trace_id: '0af7651916cd43dd8448eb211c80319c', span_id: 'b7ad6b7169203331' };

const collector = await openCollector();
const sampling = { kind: 'always_on', follows_parent: true, ratio: 1 } as const;
const log = createLog('silent');
const tracer = createTracer({ sampling, version: '1.2.3', log, url: collector.url });
after(() => tracer.close());
const world = await openWorld({ webhook_allow: ['127.0.0.0/8'], tracer });
const sender = world.startSender({ tracer });
await sender.joined;

async function arrange() {
  const receiver = await openReceiver();
  after(() => receiver.close());
  const tenant = await world.account();
  const api = await tenant.api();
  const endpoint_id = await endpointOf(tenant, `${receiver.url}/hook?token=of-the-receiver`);
  return { receiver, tenant, api, endpoint_id };
}

/** Returns the spans of a trace, once it has this number of spans with the name. */
async function traceWith(trace_id: string, name: string, count = 1): Promise<CollectedSpan[]> {
  const read = () => collector.spans.filter((span) => span.trace_id === trace_id);
  return eventually(read, (spans) => spans.filter((span) => span.name === name).length === count);
}

const named = (spans: readonly CollectedSpan[], name: string) => {
  const span = spans.find((one) => one.name === name);
  assert.ok(span, `${name} among ${spans.map((one) => one.name).join('; ')}`);
  return span;
};

test('201: the spans of a created task form one tree from the caller to its delivery', async () => {
  const { receiver, tenant, api, endpoint_id } = await arrange();
  const traceparent = `00-${CALLER.trace_id}-${CALLER.span_id}-01`;
  const { status, headers } = await api.post(TASKS, { title: TITLE }, { traceparent });
  assert.equal(status, 201);
  const spans = await traceWith(CALLER.trace_id, 'deliver');
  await traceWith(CALLER.trace_id, `POST ${TASKS}`);

  const request = named(collector.spans, `POST ${TASKS}`);
  assert.deepEqual([request.parent_id, request.has_remote_parent], [CALLER.span_id, true]);
  assert.deepEqual(request.attributes, {
    'http.request.method': 'POST',
    'http.route': TASKS,
    'http.response.status_code': 201,
    'tenant_ops.door': '/v1',
    'tenant_ops.operation_id': 'createTask',
    'tenant_ops.request_id': headers.get('x-request-id'),
    'tenant_ops.account_id': tenant.account_id,
  });
  const written = ['tasks', 'count_deltas', 'events', 'webhook_deliveries', 'webhook_queue'];
  for (const name of [...written.map((table) => `insert ${table}`), 'commit', 'deliver'])
    assert.equal(named(spans, name).parent_id, request.span_id, name);
  assert.ok(!named(spans, 'commit').has_remote_parent);

  const delivery = named(spans, 'deliver');
  assert.equal(delivery.attributes['tenant_ops.endpoint_id'], endpoint_id);
  assert.equal(delivery.attributes['tenant_ops.outcome'], 'delivered');
  assert.equal(receiver.received[0]?.headers['traceparent'], `00-${CALLER.trace_id}-${delivery.span_id}-01`);
  assert.equal(collector.resource['service.name'], 'tenant-ops');
});

test('a retry that is claimed later still belongs to the request, and a failed attempt says so', async () => {
  const { receiver, api } = await arrange();
  receiver.answer = (_request, response) => void response.writeHead(500).end();
  const trace_id = '11111111111111111111111111111111';
  const traceparent = `00-${trace_id}-${CALLER.span_id}-01`;
  await api.post(TASKS, { title: TITLE }, { traceparent });
  const [failed] = (await traceWith(trace_id, 'deliver')).filter(({ name }) => name === 'deliver');
  assert.equal(failed?.failed, true);
  receiver.answer = (_request, response) => void response.writeHead(204).end();
  await eventually(
    async () => (await world.db`select 1 from webhook_queue where claim_id is null`).length,
    (count) => count === 1,
  );
  world.clock.advance(15_000);
  sender.wake();
  const spans = await traceWith(trace_id, 'deliver', 2);
  const again = spans.find(
    ({ name, attributes }) => name === 'deliver' && attributes['tenant_ops.attempt'] === 2,
  );
  assert.equal(again?.failed, false);
  assert.equal(again.parent_id, named(spans, `POST ${TASKS}`).span_id);
});

test('tasks created in one transaction have separate traces, linked to the statements that they share', async () => {
  const { receiver, tenant } = await arrange();
  const ids = ['2', '3', '4'].map((digit) => digit.repeat(32));
  const requests = ids.map((id) =>
    tracer.start('request', { kind: 'server', traceparent: `00-${id}-${CALLER.span_id}-01`, attributes: {} }),
  );
  await Promise.all(
    requests.map((span) => runInSpan(span, () => createTask(tenant.ctx(), { title: TITLE }))),
  );
  for (const span of requests) span.end();
  await Promise.all(ids.flatMap((id) => [traceWith(id, 'deliver'), traceWith(id, 'request')]));

  const of_ids = collector.spans.filter(({ trace_id }) => ids.includes(trace_id));
  const [first, ...others] = ids.map((id) =>
    named(
      of_ids.filter(({ trace_id }) => trace_id === id),
      'request',
    ),
  );
  const shared = named(of_ids, 'together');
  assert.equal(shared.parent_id, first?.span_id);
  assert.equal(shared.attributes['tenant_ops.items'], 3);
  assert.deepEqual(
    shared.links,
    others.map(({ span_id }) => span_id),
  );
  for (const { links } of others) assert.deepEqual(links, [shared.span_id]);
  assert.deepEqual(first?.links, []);
  assert.equal(named(of_ids, 'insert tasks').parent_id, shared.span_id);
  const deliveries = of_ids.filter(({ name }) => name === 'deliver');
  assert.deepEqual(
    deliveries.map(({ parent_id }) => parent_id).toSorted(),
    [first, ...others].map((one) => one?.span_id).toSorted(),
  );
  assert.equal(receiver.received.length, 3);
});

test('a trace that its caller does not sample is passed on but not recorded', async () => {
  const { receiver, api } = await arrange();
  const trace_id = '55555555555555555555555555555555';
  const traceparent = `00-${trace_id}-${CALLER.span_id}-00`;
  await api.post(TASKS, { title: TITLE }, { traceparent });
  await eventually(
    () => receiver.received[0]?.headers['traceparent'],
    (header) => new RegExp(`^00-${trace_id}-[0-9a-f]{16}-00$`).test(String(header)),
  );
  await api.get(TASKS);
  await eventually(
    () => collector.spans.filter(({ name }) => name === `GET ${TASKS}`).length,
    (count) => count === 1,
  );
  assert.deepEqual(
    collector.spans.filter((span) => span.trace_id === trace_id),
    [],
  );
});

test('spans hold no secret, no body, no URL of a receiver and no value of a statement', async () => {
  const { tenant, api } = await arrange();
  const { body } = await api.post(TASKS, { title: 'Written-in-no-span', external_id: 'planted-id' });
  await api.get(`${TASKS}?external_id=planted-id`);
  await api.get(`${TASKS}?limit=planted`);
  const of_account = () =>
    collector.spans.filter(({ attributes }) => attributes['tenant_ops.account_id'] === tenant.account_id);
  await eventually(of_account, (spans) => spans.length === 4);
  assert.equal(typeof body.id, 'string');
  const never = [
    'Written-in-no-span',
    TITLE,
    'planted',
    'of-the-receiver',
    'Bearer',
    'tak_',
    'Ada Admin',
    tenant.admin.email,
    tenant.admin.password,
    '127.0.0.1',
  ];
  assert.deepEqual(
    never.filter((text) => collector.text.includes(text)),
    [],
  );
  const parent = tracer.start('control', { kind: 'internal', attributes: { note: 'Written-in-no-span' } });
  parent.end();
  await eventually(
    () => collector.text.includes('Written-in-no-span'),
    (is_found) => is_found,
  );
});
