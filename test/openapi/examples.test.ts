/* Every example in the OpenAPI document is valid and realistic. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLibraryForm } from '../../src/features/forms/library.ts';
import { createIntegration } from '../../src/features/integrations/integrations.ts';
import { createPairingCode } from '../../src/features/seats/pairing.ts';
import type { Caller } from '../../support/caller.ts';
import { assertOutputAsShown } from '../reference/support/samples.ts';
import { openWorld } from '../support/world.ts';
import {
  createSchemaValidator,
  resolveReference,
  operationsIn,
  type Described,
  type DocumentPart,
} from './support/document.ts';

const world = await openWorld();
const { body: document } = await world.nobody.get('/v1/openapi.json');
const check = createSchemaValidator(document);

type Shown = { place: string[]; example: unknown };

/** Returns the examples of a body or an answer, with the path of their schema. */
function examplesAt(place: string[], { content = {} }: DocumentPart): Shown[] {
  return Object.entries<DocumentPart>(content).flatMap(([type, { example, examples = {} }]) => {
    const several = Object.values<DocumentPart>(examples).map(({ value }) => value);
    const shown = example === undefined ? several : [example];
    return shown.map((one) => ({ place: [...place, 'content', type, 'schema'], example: one }));
  });
}

const OPERATIONS = [
  ...operationsIn(document).map((one) => ({ ...one, kind: 'paths' })),
  ...operationsIn({ paths: document.webhooks }).map((one) => ({ ...one, kind: 'webhooks' })),
];

for (const { kind, path, method, operation } of OPERATIONS)
  test(`${operation['operationId']} has valid examples of its body and its responses`, () => {
    const { requestBody, responses } = operation;
    const base = [kind, path, method];
    const sent = requestBody ? examplesAt([...base, 'requestBody'], requestBody) : [];
    const kinds = Object.keys(requestBody?.content ?? {});
    assert.equal(sent.length, kinds.length);
    const answered = Object.entries<DocumentPart>(responses).flatMap(([status, response]) => {
      const place = response['$ref']?.slice(2).split('/') ?? [...base, 'responses', status];
      const found = resolveReference(document, response);
      const examples = examplesAt(place, found);
      assert.equal(examples.length > 0, 'content' in found, status);
      return examples;
    });
    for (const { place, example } of [...sent, ...answered])
      assert.deepEqual(check(place, example), [], JSON.stringify(example));
  });

test('control: a wrong example is detected', () => {
  const place = ['components', 'schemas', 'Task'];
  const { example } = document.paths['/v1/api-tenant-tasks'].post.responses[201].content['application/json'];
  assert.deepEqual(check(place, example), []);
  assert.equal(check(place, { ...example, id: 'WO-1042' }).length, 1);
});

test('an example response contains the requested record with the values of the example request', () => {
  const { parameters, responses } = document.paths['/v1/api-tenant-tasks'].patch;
  const { id, status } = responses[200].content['application/json'].example;
  assert.deepEqual([id, status], [parameters[0].example, 'in_progress']);
});

type Run = { by: Caller; query?: Record<string, string>; body?: Record<string, unknown> };

function operationOf(operation_id: string): Described {
  const found = OPERATIONS.find(({ operation }) => operation['operationId'] === operation_id);
  assert.ok(found, operation_id);
  return found;
}

/** Sends the request of an example with existing ids in place of the sample ids, and compares the answer. */
async function assertAnswered(operation_id: string, { by, query, body }: Run): Promise<DocumentPart> {
  const { path, method, operation } = operationOf(operation_id);
  const shown = operation['parameters'].filter(
    (one: DocumentPart) => one['in'] === 'query' && 'example' in one,
  );
  const words = new URLSearchParams(shown.map((one: DocumentPart) => [one['name'], String(one['example'])]));
  for (const [name, value] of Object.entries(query ?? {})) words.set(name, value);
  const example = operation['requestBody']?.content['application/json'].example;
  const answer = await by.call(`${path}?${words.toString()}`, {
    method: method.toUpperCase(),
    ...(example && { body: { ...example, ...body } }),
  });
  const response = resolveReference(document, operation['responses'][answer.status] ?? {});
  assert.ok(response['content'], `${operation_id} ${answer.text}`);
  assertOutputAsShown(answer.body, response['content']['application/json'].example, operation_id);
  return answer.body;
}

test('an example response equals the response of the service to the example request', async () => {
  const tenant = await world.account();
  const api = await tenant.api();
  const user_id = await tenant.user('Ada Okafor');
  const task = { title: 'Replace the filter of pump 7', external_id: 'WO-1042', assigned_to: user_id };
  const { body: made } = await api.post('/v1/api-tenant-tasks', task);
  await assertAnswered('listTasks', { by: api });
  await assertAnswered('updateTask', { by: api, query: { task_id: made.id } });
  await assertAnswered('createTask', { by: api });

  const { secret } = await createIntegration(tenant.ctx(), { provider: 'fieldservice' });
  await assertAnswered('pushTask', { by: world.as(secret) });
  const other = { external_id: 'WO-1042', title: 'Replace the filter of pump 7' };
  const another = await createIntegration((await world.account()).ctx(), { provider: 'fieldservice' });
  await world.as(another.secret).post('/inbound/v1/tasks', other);
  await assertAnswered('updatePushedTask', { by: world.as(another.secret) });
});

test('an example response about glasses equals the response of the service to the example request', async () => {
  const tenant = await world.account();
  const api = await tenant.api();
  const user_id = await tenant.user('Ada Okafor');
  const glasses = await tenant.device({ user_id, roles: ['trainer'] });
  const session_id = crypto.randomUUID();
  await assertAnswered('startSession', { by: glasses, body: { session_id } });
  await glasses.patch(`/device/v1/sessions?session_id=${session_id}`, {
    session_name: 'Pump 7, filter change',
  });
  const running = { by: glasses, query: { session_id } };
  await assertAnswered('refreshSession', running);
  const video_url = 'https://media.example.com/sessions/pump-7.mp4';
  await glasses.patch(`/device/v1/sessions?session_id=${session_id}`, { video_url });
  world.clock.advance(14 * 60_000);
  await assertAnswered('completeSession', { by: glasses, body: { session_id } });
  await api.patch(`/v1/api-tenant-sessions?session_id=${session_id}`, { session_summary: null });
  await assertAnswered('updateSession', { by: api, query: { session_id } });

  const { seat_id } = await assertAnswered('createSeat', { by: api });
  const { code } = await createPairingCode(tenant.ctx(), seat_id);
  await assertAnswered('pairDevice', { by: world.nobody, body: { code } });
});

test('an example response about forms and webhooks equals the response of the service to the example request', async () => {
  const tenant = await world.account();
  const api = await tenant.api();
  await assertAnswered('createForm', { by: api });
  const { example } = operationOf('createForm').operation['requestBody'].content['application/json'];
  const form = { ...example, aliases: ['Pump check'], category: null };
  await createLibraryForm(world.platform(), form);
  await assertAnswered('listForms', { by: api });
  const { body: own } = await api.post('/v1/api-tenant-forms', form);
  await assertAnswered('updateForm', { by: api, query: { id: own.id } });
  await assertAnswered('subscribeWebhook', { by: api });
  const hook = { url: 'https://example.com/hooks/tenant-ops', events: ['task.created'] };
  const { body: endpoint } = await api.post('/v1/webhook-subscribe', hook);
  const query = { endpoint_id: endpoint.id };
  await api.patch(`/v1/endpoints?endpoint_id=${endpoint.id}`, { name: 'Planning system' });
  for (const name of ['checkWebhook', 'getWebhook', 'pauseWebhook', 'resumeWebhook'])
    await assertAnswered(name, { by: api, query });
  for (const name of ['createKey', 'createIntegration', 'uploadDocument', 'inviteUser'])
    await assertAnswered(name, { by: api });
});

test('a description begins with the summary, because some readers show only one of them', () => {
  for (const { operation } of operationsIn(document))
    assert.ok(operation['description'].startsWith(operation['summary']), operation['operationId']);
});
