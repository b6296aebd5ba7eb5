/* The records for which generated clients have types. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { endpointOf } from '../support/endpoints.ts';
import { openWorld } from '../support/world.ts';
import {
  answerSchemaPath,
  createSchemaValidator,
  operationsIn,
  type DocumentPart,
} from './support/document.ts';

const world = await openWorld();
const tenant = await world.account();
const api = await tenant.api();
const { body: document } = await world.nobody.get('/v1/openapi.json');
const check = createSchemaValidator(document);
const schemas: Record<string, DocumentPart> = document.components.schemas;
const endpoint_id = await endpointOf(tenant, 'https://93.184.216.34/hook');
const FORMS = '/v1/api-tenant-forms';
const PICTURE = 'https://example.com/a.png';
const UNKNOWN = '0198f0c4-7c5e-7a10-9d3e-5b1f6a2c8e40';

/** Type names of generated clients: changing one breaks their users. */
const RECORDS = `
  ActiveForm App AppChanges AppPage AppSecret CatalogueEntry ChangedSeat CodeExchange Collection CollectionPage
  CreatedIntegration CreatedKey CreatedSeat Deactivation Deleted DeletedApp DeletedForm DeletedSession Delivery
  DeliveryAttempt DeliveryDetail DeliveryPage DeviceBundle DeviceSeat DeviceSkill DeviceSkillExecution
  DocumentCollection DocumentPage Error EventHeaders EventIntegration Form FormChanges FormImport FormPage
  FormSubmission FormSubmissionPage FoundWebhook Identity IdentityAccount Integration IntegrationPage
  IntegrationSecret Invited Invitee Key KeyChanges KeyPage KnowledgeDocument KnowledgeLanguage ListenedEvent
  ListenedEvents LoggedRequest Manifest MissingWebhook NewApp NewContent NewDocument NewForm NewIntegration
  NewInvitation NewKey NewLanguage NewProcedure NewRetry NewSeat NewSubmission NewTask NewWebhook PairedSeat
  Pairing PairingCode Passage PassageList Person Procedure ProcedurePage PushedTask QueuedDelivery RequestCaller
  RequestPage Retry Review RevokedIntegration RevokedKey RevokedToken RotatedWebhookSecret Seat SeatChanges
  SeatPage SentTestEvent Session SessionChanges SessionCompletedData SessionCompletedEvent SessionContext
  SessionDeletion SessionDeletionPage SessionEnd SessionPage SessionStart SessionStartedData SessionStartedEvent
  SessionSummary SignOfLife Skill SkillExecutedData SkillExecutedEvent SkillExecution SkillOutput SkillPage
  Submission SubscribedWebhook Task TaskChanges TaskCompletedData TaskCompletedEvent TaskCreatedData
  TaskCreatedEvent TaskPage TaskStatusChangedData TaskStatusChangedEvent TaughtProcedure TestEvent TokenRefresh
  TokenRevocation Tokens UnsubscribedWebhook Usage UsageReport UsageRow User UserPage UserSeat Webhook
  WebhookChanges WebhookDay WebhookHealth WebhookHealthList WebhookPage WebhookRotation WebhookSecret`;

test('the records keep their names', () => {
  assert.deepEqual(Object.keys(schemas), RECORDS.trim().split(/\s+/));
});

test('every request and response body is a named record or one of several', () => {
  const unnamed = operationsIn(document).flatMap(({ operation }) =>
    schemasOf(operation).filter((schema) => !isNamed(schema)),
  );
  assert.deepEqual(unnamed, []);
  assert.ok(!isNamed({ type: 'object' }) && !isNamed({ oneOf: [{ type: 'object' }] }));
});

function schemasOf({ requestBody, responses }: DocumentPart): DocumentPart[] {
  const bodies = [requestBody, responses[200], responses[201]].filter((part) => part !== undefined);
  return bodies.flatMap(({ content }) => content['application/json']?.schema ?? []);
}

function isNamed(schema: DocumentPart): boolean {
  return (schema['oneOf'] ?? [schema]).every(({ $ref = '' }) => $ref.startsWith('#/components/schemas/'));
}

test('every record, member, parameter, header and tag is described', () => {
  const { tags, components } = document;
  const named = [
    ...Object.entries<DocumentPart>(schemas),
    ...Object.entries<DocumentPart>(components.headers),
  ];
  const parameters = operationsIn(document).flatMap(({ operation }) => operation['parameters']);
  assert.deepEqual(undescribed([...named, ...tags.map((tag: DocumentPart) => [tag['name'], tag])]), []);
  for (const [name, { properties }] of Object.entries(schemas))
    assert.deepEqual(undescribed(Object.entries<DocumentPart>(properties ?? {})), [], name);
  assert.deepEqual(undescribed(parameters.map((one: DocumentPart) => [one['name'], one])), []);
  assert.deepEqual(undescribed([['planted', { type: 'string' }]]), ['planted']);
});

/** Returns the parts without a description. A reference counts as described, because its target is checked. */
function undescribed(parts: [string, DocumentPart][]): string[] {
  return parts.filter(([, part]) => !part['$ref'] && !part['description']).map(([name]) => name);
}

/** Request bodies of a form, with the status of the service. */
const BODIES: [number, object][] = [
  [201, { name: 'A', template_image_url: PICTURE }],
  [201, { name: 'A', action: 'create', template_image_url: PICTURE, unknown: 1 }],
  [400, { name: 'A' }],
  [400, { name: 'A', template_image_url: null }],
  [400, { template_image_url: PICTURE }],
  [400, { action: 'import' }],
  [400, { action: 'import', template_id: null }],
  [400, { action: 'export', name: 'A', template_image_url: PICTURE }],
  [404, { action: 'import', template_id: UNKNOWN }],
  [404, { action: 'import', template_id: UNKNOWN, name: 'A', template_image_url: PICTURE }],
];

for (const [status, body] of BODIES)
  test(`${status} for the form ${JSON.stringify(body)}, as the document describes`, async () => {
    const answer = await api.post(FORMS, body);
    assert.equal(answer.status, status, answer.text);
    const place = ['paths', FORMS, 'post', 'requestBody', 'content', 'application/json', 'schema'];
    assert.equal(check(place, body).length > 0, status === 400);
  });

const ANSWERS: [string, string][] = [
  ['/v1/api-tenant-tasks', ''],
  ['/v1/api-tenant-users', ''],
  ['/v1/api-tenant-sessions', ''],
  [FORMS, ''],
  [FORMS, '?library=true'],
  ['/v1/webhook-subscribe', `?endpoint_id=${endpoint_id}`],
  ['/v1/webhook-subscribe', `?endpoint_id=${UNKNOWN}`],
  ['/v1/endpoints', ''],
  ['/v1/endpoints/health', ''],
  ['/v1/keys', ''],
  ['/v1/seats', ''],
  ['/v1/usage', '?from=2026-03-01&to=2026-03-02'],
];

for (const [path, query] of ANSWERS)
  test(`200 of GET ${path}${query.replace(endpoint_id, 'ID')} matches the document, also with members added later`, async () => {
    const { status, body } = await api.get(path + query);
    assert.equal(status, 200);
    const place = answerSchemaPath(document, path, 'GET', 200);
    assert.deepEqual(check(place, body), []);
    assert.deepEqual(check(place, { ...body, added_later: true }), []);
    for (const member of Object.keys(body)) {
      const { [member]: _, ...rest } = body;
      assert.ok(check(place, rest).length > 0, member);
    }
  });

test('procedure_count has a deprecated alias', () => {
  const { procedure_count, procedures_count } = document.components.schemas.SessionChanges.properties;
  assert.deepEqual([procedure_count.deprecated, procedures_count.deprecated], [undefined, true]);
});
