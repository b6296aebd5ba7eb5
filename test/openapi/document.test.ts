/* Properties of the OpenAPI document that tools rely on. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openWorld } from '../support/world.ts';
import { resolveReference, operationsIn, type DocumentPart } from './support/document.ts';

const world = await openWorld();
const { body: document } = await world.nobody.get('/v1/openapi.json');
const operations = operationsIn(document);

/** Method names of generated clients: changing one breaks their callers. */
const NAMES = {
  'POST /v1/api-tenant-tasks': 'createTask',
  'GET /v1/api-tenant-tasks': 'listTasks',
  'PATCH /v1/api-tenant-tasks': 'updateTask',
  'GET /v1/api-tenant-sessions': 'listSessions',
  'PATCH /v1/api-tenant-sessions': 'updateSession',
  'DELETE /v1/api-tenant-sessions': 'deleteSession',
  'POST /v1/api-tenant-users': 'inviteUser',
  'GET /v1/api-tenant-users': 'listUsers',
  'POST /v1/api-tenant-skills-execute': 'executeSkill',
  'GET /v1/api-tenant-forms': 'listForms',
  'POST /v1/api-tenant-forms': 'createForm',
  'PUT /v1/api-tenant-forms': 'updateForm',
  'DELETE /v1/api-tenant-forms': 'deleteForm',
  'POST /v1/webhook-subscribe': 'subscribeWebhook',
  'GET /v1/webhook-subscribe': 'checkWebhook',
  'DELETE /v1/webhook-subscribe': 'unsubscribeWebhook',
  'GET /v1/endpoints': 'listWebhooks',
  'PATCH /v1/endpoints': 'updateWebhook',
  'GET /v1/endpoint': 'getWebhook',
  'POST /v1/endpoints/rotate': 'rotateWebhookSecret',
  'DELETE /v1/endpoints/rotate': 'cancelWebhookRotation',
  'POST /v1/endpoints/switch': 'switchWebhookSecret',
  'POST /v1/endpoints/pause': 'pauseWebhook',
  'POST /v1/endpoints/resume': 'resumeWebhook',
  'POST /v1/endpoints/reset': 'resetWebhookFailures',
  'GET /v1/endpoints/health': 'listWebhookHealth',
  'POST /v1/endpoints/test': 'sendTestEvent',
  'GET /v1/deliveries': 'listDeliveries',
  'GET /v1/delivery': 'getDelivery',
  'POST /v1/delivery/retry': 'retryDelivery',
  'GET /v1/retries': 'getRetry',
  'POST /v1/retries': 'retryDeliveries',
  'GET /v1/keys': 'listKeys',
  'POST /v1/keys': 'createKey',
  'PATCH /v1/keys': 'updateKey',
  'DELETE /v1/keys': 'revokeKey',
  'POST /v1/keys/roll': 'rollKey',
  'GET /v1/seats': 'listSeats',
  'POST /v1/seats': 'createSeat',
  'PATCH /v1/seats': 'updateSeat',
  'GET /v1/seat': 'getSeat',
  'DELETE /v1/seats/device': 'revokeDevice',
  'POST /v1/seats/pairing': 'startPairing',
  'GET /v1/apps': 'listApps',
  'POST /v1/apps': 'createApp',
  'PATCH /v1/apps': 'updateApp',
  'DELETE /v1/apps': 'deleteApp',
  'GET /v1/app': 'getApp',
  'POST /v1/apps/secret': 'rotateAppSecret',
  'POST /v1/apps/review': 'submitApp',
  'GET /v1/integrations': 'listIntegrations',
  'POST /v1/integrations': 'createIntegration',
  'DELETE /v1/integrations': 'revokeIntegration',
  'POST /v1/integrations/secret': 'rotateIntegrationSecret',
  'GET /v1/documents': 'listDocuments',
  'POST /v1/documents': 'uploadDocument',
  'PUT /v1/documents': 'replaceDocument',
  'DELETE /v1/documents': 'deleteDocument',
  'POST /v1/documents/process': 'reprocessDocument',
  'GET /v1/collections': 'listCollections',
  'DELETE /v1/collections': 'deleteCollection',
  'GET /v1/knowledge/language': 'getKnowledgeLanguage',
  'PATCH /v1/knowledge/language': 'updateKnowledgeLanguage',
  'GET /v1/knowledge/search': 'searchKnowledge',
  'GET /v1/skills': 'listSkills',
  'GET /v1/usage': 'getUsage',
  'GET /v1/events': 'listenEvents',
  'GET /v1/events/secret': 'getEventSecret',
  'GET /v1/whoami': 'getIdentity',
  'GET /v1/requests': 'listRequests',
  'POST /v1/invitations': 'createInvitation',
  'POST /v1/users/deactivate': 'deactivateUser',
  'POST /v1/users/reactivate': 'reactivateUser',
  'GET /v1/submissions': 'listSubmissions',
  'GET /v1/submission': 'getSubmission',
  'GET /v1/submissions/export': 'exportSubmissions',
  'GET /v1/procedures': 'listProcedures',
  'PATCH /v1/procedures': 'reviewProcedure',
  'GET /v1/procedure': 'getProcedure',
  'GET /v1/deletions': 'listDeletions',
  'GET /v1/deletion': 'getDeletion',
  'POST /v1/oauth-token': 'exchangeToken',
  'POST /v1/oauth-revoke': 'revokeToken',
  'POST /device/v1/pair': 'pairDevice',
  'GET /device/v1/manifest': 'getManifest',
  'POST /device/v1/sessions': 'startSession',
  'PATCH /device/v1/sessions': 'refreshSession',
  'POST /device/v1/sessions/complete': 'completeSession',
  'POST /device/v1/forms/submit': 'submitForm',
  'POST /device/v1/skills/execute': 'executeDeviceSkill',
  'POST /inbound/v1/tasks': 'pushTask',
  'PATCH /inbound/v1/tasks': 'updatePushedTask',
};

const VERBS =
  'create list update delete invite execute subscribe check unsubscribe exchange revoke pair get start refresh ' +
  'complete submit push rotate pause resume reset send retry roll upload replace reprocess search listen cancel switch ' +
  'deactivate reactivate export review';

function isVerbAndNoun(name: string): boolean {
  return new RegExp(`^(?:${VERBS.replaceAll(' ', '|')})(?:[A-Z][a-z]+)+$`).test(name);
}

test('every operation name is a unique verb and noun, and no name changes unnoticed', () => {
  const named = operations.map(({ path, method, operation }) => [
    `${method.toUpperCase()} ${path}`,
    operation['operationId'],
  ]);
  assert.deepEqual(Object.fromEntries(named), NAMES);
  assert.equal(new Set(Object.values(NAMES)).size, operations.length);
  for (const name of Object.values(NAMES)) assert.ok(isVerbAndNoun(name), name);
  for (const planted of ['postApiTenantTasks', 'create', 'tasks', 'create_task'])
    assert.ok(!isVerbAndNoun(planted), planted);
});

test('an error is described once and has both members in every reference to it', () => {
  const names = new Set<string>();
  for (const { path, operation } of operations)
    for (const [status, response] of Object.entries<DocumentPart>(operation['responses'])) {
      if (Number(status) < 400) continue;
      assert.deepEqual(Object.keys(response), ['$ref'], `${path} ${status}`);
      names.add(response['$ref'].split('/').at(-1));
    }
  const { responses, schemas } = document.components;
  assert.deepEqual([...names].toSorted(), Object.keys(responses));
  for (const { content } of Object.values<DocumentPart>(responses)) {
    if (!content) continue;
    const [whole, narrowed] = content['application/json'].schema.allOf;
    assert.deepEqual(whole, { $ref: '#/components/schemas/Error' });
    for (const code of narrowed.properties.error.enum)
      assert.ok(schemas.Error.properties.error.enum.includes(code), code);
  }
  assert.deepEqual(schemas.Error.required, ['error', 'message']);
});

test('every reference of the document has a target, and none has a sibling member', () => {
  const faults = referenceFaults(document, document);
  assert.deepEqual(faults, []);
  const planted = { $ref: '#/components/schemas/Error', properties: {} };
  assert.equal(referenceFaults(document, { planted }).length, 1);
  assert.equal(referenceFaults(document, { $ref: '#/components/schemas/Planted' }).length, 1);
});

function referenceFaults(whole: DocumentPart, part: unknown): string[] {
  if (typeof part !== 'object' || part === null) return [];
  const inner = Object.values(part).flatMap((one) => referenceFaults(whole, one));
  const { $ref } = part as DocumentPart;
  if (typeof $ref !== 'string') return inner;
  const is_alone = Object.keys(part).length === 1;
  return is_alone && resolveReference(whole, part) ? inner : [...inner, $ref];
}

test('every operation describes 405 with Allow, 503 with Retry-After, and the request id', () => {
  assert.ok(operations.length > 20);
  for (const { path, operation } of operations) {
    const answers = Object.entries<DocumentPart>(operation['responses']).map(([status, response]) => ({
      status,
      headers: Object.keys(resolveReference(document, response)['headers'] ?? {}),
    }));
    for (const { status, headers } of answers) {
      assert.ok(headers.includes('X-Request-Id'), `${path} ${status}`);
      assert.equal(headers.includes('Allow'), status === '405', `${path} ${status}`);
      assert.equal(headers.includes('Retry-After'), ['429', '503'].includes(status), `${path} ${status}`);
    }
    for (const status of ['400', '405', '500', '503'])
      assert.ok(
        answers.some((answer) => answer.status === status),
        `${path} ${status}`,
      );
  }
});

test('an operation that accepts an Idempotency-Key describes its pattern and a replayed response', () => {
  const { schema } = document.components.parameters['Idempotency-Key'];
  const pattern = new RegExp(schema.pattern);
  for (const key of ['a', '0f6c1f52-6f0e', '~'.repeat(255)]) assert.match(key, pattern);
  for (const key of ['', 'a b', 'é', 'a'.repeat(256)]) assert.doesNotMatch(key, pattern);
  for (const { path, method, operation } of operations) {
    const is_taken = JSON.stringify(operation['parameters']).includes('Idempotency-Key');
    const { 200: answer, 201: created = answer } = operation['responses'];
    assert.equal('Idempotent-Replayed' in created.headers, is_taken, `${method} ${path}`);
  }
});

test('OAuth is described with its addresses and all scopes, beside the bearer key', () => {
  const { apiKey, accessToken } = document.components.securitySchemes;
  assert.deepEqual([apiKey.type, apiKey.scheme], ['http', 'bearer']);
  assert.equal(accessToken.type, 'oauth2');
  const { authorizationUrl, tokenUrl, scopes } = accessToken.flows.authorizationCode;
  assert.deepEqual(
    [authorizationUrl, tokenUrl],
    [`${world.url}/oauth/authorize`, `${world.url}/v1/oauth-token`],
  );
  assert.equal(Object.keys(scopes).length, 17);
  const { security } = document.paths['/v1/api-tenant-tasks'].post;
  assert.deepEqual(security, [{ apiKey: [] }, { accessToken: ['write:tasks'] }]);
});

test('the token endpoints take JSON and forms', () => {
  const kinds = (path: string) => Object.keys(document.paths[path].post.requestBody.content);
  for (const path of ['/v1/oauth-token', '/v1/oauth-revoke'])
    assert.deepEqual(kinds(path), ['application/json', 'application/x-www-form-urlencoded']);
  assert.deepEqual(kinds('/v1/api-tenant-tasks'), ['application/json']);
});

test('no keyword, format or pattern is our own invention or specific to one language', () => {
  assert.deepEqual(privateWords(document), []);
  const planted = { format: 'timestamp', pattern: '\\p{L}', rule: 'must', additionalProperties: false };
  assert.equal(privateWords({ schema: planted }).length, 4);
  assert.equal(privateWords({ type: ['array', 'object', 'null'] }).length, 1);
});

function privateWords(part: unknown): string[] {
  if (typeof part !== 'object' || part === null) return [];
  const { type, format = 'uuid', pattern = '', rule = {}, additionalProperties } = part as DocumentPart;
  return [
    ...(typeof format === 'string' && !['uuid', 'date-time', 'uri'].includes(format) ? [format] : []),
    ...(typeof pattern === 'string' && pattern.includes('\\p{') ? [pattern] : []),
    ...(typeof rule === 'string' ? [rule] : []),
    ...(additionalProperties === false ? ['closed'] : []),
    ...(Array.isArray(type) && type.length > 2 ? ['several types'] : []),
    ...Object.values(part).flatMap(privateWords),
  ];
}
