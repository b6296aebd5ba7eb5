/*
 * The state of a record that refuses an operation, and records of the platform at a path of the account, each with the
 * promised answer. A refused request changes nothing.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openWorld } from '../support/world.ts';
import { assertUnchanged, rowReader } from './support/rows.ts';
import { openAccountCallers, type RequestInput } from './support/stage.ts';

type Guard = [state: string, operation: string, sent: RequestInput, status: number, error: string];

const world = await openWorld();
const readRows = await rowReader(world.db);
const { ask, make } = await openAccountCallers(world);
const own = { form: await make.form(), skill: await make.skill(), document: await make.document() };
const platform = {
  form: await make.platform.form(),
  skill: await make.platform.skill(),
  document: await make.platform.document(),
  collection: await make.platform.emptyCollection(),
};
const closed_form = await make.form({ is_active: false });
const idle_skill = await make.skill({ kind: 'knowledge_search', config: {} });
await ask('PATCH /console/v1/skills', { query: { skill_id: idle_skill }, body: { is_active: false } });
const delivery = await make.delivery();
const failed = await make.failedDelivery();
const paused = await make.pausedEndpoint();
const [deleted_endpoint, revoked_key, revoked_integration] = [
  await make.endpoint(),
  await make.key(),
  await make.integration(),
];
await ask('DELETE /console/v1/endpoints', { query: { endpoint_id: deleted_endpoint } });
await ask('DELETE /console/v1/keys', { query: { key_id: revoked_key } });
await ask('DELETE /console/v1/integrations', { query: { integration_id: revoked_integration } });
const session_id = await make.deletedSession();

const GUARDS: Guard[] = [
  ...ofOther('/console/v1', platform),
  ...ofOther('/console/v1/staff', { ...own, collection: undefined }),
  ['a library form', 'DELETE /console/v1/forms', { query: { id: platform.form } }, 404, 'NOT_FOUND'],
  [
    'a form of an account',
    'POST /console/v1/forms/library',
    { body: { template_id: own.form } },
    404,
    'NOT_FOUND',
  ],
  [
    'an inactive form',
    'POST /device/v1/forms/submit',
    { body: { form_id: closed_form, answers: {} } },
    400,
    'DISABLED',
  ],
  ...['POST /device/v1/skills/execute', 'POST /v1/api-tenant-skills-execute'].map((operation): Guard => {
    const body = { skill_id: idle_skill, arguments: { query: 'valve' } };
    return ['an inactive skill', operation, { body }, 400, 'DISABLED'];
  }),
  ['a pending delivery', 'POST /console/v1/delivery/retry', { query: delivery }, 409, 'CONFLICT'],
  [
    'a paused endpoint',
    'POST /console/v1/delivery/resend',
    { query: failed, body: { endpoint_id: paused } },
    409,
    'CONFLICT',
  ],
  [
    'a deleted endpoint',
    'POST /console/v1/delivery/resend',
    { query: failed, body: { endpoint_id: deleted_endpoint } },
    404,
    'NOT_FOUND',
  ],
  ...['PATCH', 'DELETE'].map((method): Guard => [
    'a deleted endpoint',
    `${method} /console/v1/endpoints`,
    { query: { endpoint_id: deleted_endpoint }, ...(method === 'PATCH' && { body: { name: 'Hook' } }) },
    404,
    'NOT_FOUND',
  ]),
  ...['pause', 'resume', 'reset', 'reveal', 'rotate', 'test'].map((verb): Guard => [
    'a deleted endpoint',
    `POST /console/v1/endpoints/${verb}`,
    { query: { endpoint_id: deleted_endpoint }, ...(verb === 'test' && { body: {} }) },
    404,
    'NOT_FOUND',
  ]),
  ['a revoked key', 'POST /console/v1/keys/roll', { query: { key_id: revoked_key } }, 404, 'NOT_FOUND'],
  [
    'a revoked key',
    'PATCH /console/v1/keys',
    { query: { key_id: revoked_key }, body: { expires_at: '2030-01-01T00:00:00.000Z' } },
    404,
    'NOT_FOUND',
  ],
  [
    'a revoked integration',
    'POST /console/v1/integrations/secret',
    { query: { integration_id: revoked_integration } },
    404,
    'NOT_FOUND',
  ],
  ...['/v1/api-tenant-sessions', '/console/v1/sessions', '/device/v1/sessions'].map((path): Guard => [
    'a deleted session',
    `PATCH ${path}`,
    { query: { session_id }, body: { session_name: 'Seal' } },
    404,
    'NOT_FOUND',
  ]),
];

for (const [state, operation, sent, status, error] of GUARDS)
  test(`${status} for ${operation} with ${state}, and nothing changes`, async () => {
    const before = await readRows();
    const answer = await ask(operation, sent);
    assert.deepEqual([answer.status, answer.body.error], [status, error], answer.text);
    assertUnchanged(before, await readRows());
  });

type Material = { form: string; skill: string; document: string; collection: string | undefined };

/** Returns the operations at `door` on records of the other owner: the platform or an account. */
function ofOther(door: string, { form, skill, document, collection }: Material): Guard[] {
  const skill_id = { skill_id: skill };
  const document_id = { document_id: document };
  const sent: [string, RequestInput][] = [
    [`PUT ${door}/forms`, { query: { id: form }, body: { name: 'Other' } }],
    [`PATCH ${door}/skills`, { query: skill_id, body: { is_active: false } }],
    [`DELETE ${door}/skills`, { query: skill_id }],
    [`POST ${door}/skills/reveal`, { query: skill_id }],
    [`POST ${door}/skills/rotate`, { query: skill_id }],
    [`PUT ${door}/documents`, { query: document_id, body: { name: 'new.txt', content: 'QWxsIG5ldy4=' } }],
    [`DELETE ${door}/documents`, { query: document_id }],
    [`POST ${door}/documents/process`, { query: document_id }],
  ];
  if (collection !== undefined)
    sent.push([`DELETE ${door}/collections`, { query: { collection_id: collection } }]);
  return sent.map(([operation, request]) => [
    'a record of another owner',
    operation,
    request,
    404,
    'NOT_FOUND',
  ]);
}
