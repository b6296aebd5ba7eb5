/* Agents with the official client: every tool with a key and with a token, and rejected calls. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ALL_SCOPES } from '../../src/access/scopes.ts';
import { GUIDE_PAGE_NAMES, readGuideMarkdown } from '../../src/features/reference/guides/catalogue.ts';
import { openAccountCallers } from '../contracts/support/stage.ts';
import { assertUnchanged, rowReader } from '../contracts/support/rows.ts';
import { createFuzzer } from '../support/fuzzer.ts';
import { adminBrowser, makeApp } from '../support/oauth.ts';
import { openWorld } from '../support/world.ts';
import { agentWithApp, agentWithKey, type Agent } from './support/agents.ts';

const world = await openWorld();
const [side, strangers] = [await openAccountCallers(world), await openAccountCallers(world)];
const { tenant, make } = side;
const key = await tenant.api();
const byKey = await agentWithKey(world, key.token);
const app = await makeApp(world, tenant, { scopes: [...ALL_SCOPES], name: 'Assistant' });
const browser = await adminBrowser(world, tenant);
const byApp = await agentWithApp(world, { app, browser, scope: ALL_SCOPES.join(' ') });
const byStranger = await agentWithKey(world, (await strangers.tenant.api()).token);
const { tools } = await byKey.client.listTools();
await byApp.client.listTools();
await byStranger.client.listTools();
const readRows = await rowReader(world.db);
const UNKNOWN = '0198f0c4-7c5e-7a10-9d3e-5b1f6a2c8e40';

type Sent = Record<string, unknown>;

/** The arguments for each tool; ids refer to existing records. */
const CALLS: Record<string, () => Promise<Sent> | Sent> = {
  list_tasks: () => ({ status: 'open', limit: 5 }),
  create_task: async () => ({ title: 'Check', priority: 'high', assigned_to: await make.user() }),
  update_task: async () => ({ task_id: await make.task(), status: 'completed' }),
  list_sessions: () => ({}),
  list_users: () => ({ limit: 2 }),
  list_skills: () => ({}),
  run_skill: async () => ({ skill_id: await make.searchSkill(), arguments: { query: 'valve' } }),
  search_knowledge: () => ({ query: 'valve' }),
  list_documents: () => ({ state: 'ready' }),
  list_forms: () => ({ library: true }),
  list_submissions: () => ({ limit: 5 }),
  list_procedures: () => ({ status: 'pending' }),
  review_procedure: async () => ({ procedure_id: await make.procedure(), status: 'approved' }),
  list_webhooks: () => ({}),
  pause_webhook: async () => ({ endpoint_id: await make.endpoint() }),
  resume_webhook: async () => ({ endpoint_id: await make.pausedEndpoint() }),
  send_test_event: async () => ({ endpoint_id: await make.endpoint() }),
  list_deliveries: () => ({ state: 'failed', from: '2026-01-01' }),
  explain_delivery: () => make.failedDelivery(),
  retry_delivery: () => make.failedDelivery(),
  retry_deliveries: async () => ({ since: '2026-01-01', endpoint_id: (await make.delivery()).endpoint_id }),
  list_seats: () => ({ device: 'paired' }),
  list_integrations: () => ({}),
  list_keys: () => ({ status: 'live' }),
  revoke_key: async () => ({ key_id: await make.key() }),
  get_usage: () => ({ from: '2026-03-01', to: '2026-03-31', by: 'month' }),
};

test('every guide is a resource with the content served at its URL', async () => {
  const { resources } = await byKey.client.listResources();
  assert.deepEqual(
    resources.map(({ name }) => name),
    GUIDE_PAGE_NAMES,
  );
  assert.ok(
    resources.every(({ name, title, description }) => title && (description || name === 'changelog')),
  );
  for (const { uri } of resources) {
    const { contents } = await byApp.client.readResource({ uri });
    assert.deepEqual(contents, [
      { uri, mimeType: 'text/markdown', text: (await world.nobody.get(new URL(uri).pathname)).text },
    ]);
  }
});

test('every tool is tested', () => {
  assert.deepEqual(
    tools.map(({ name }) => name),
    Object.keys(CALLS),
  );
});

test('the guide names every tool', () => {
  const guide = readGuideMarkdown('agents', world.url);
  assert.deepEqual(
    tools.filter(({ name }) => !guide.includes(`\`${name}\``)),
    [],
  );
});

/** The client validates each answer against the schema that the tool declares. */
for (const [name, prepare] of Object.entries(CALLS))
  test(`200 for the tool ${name} with a key and with a token`, async () => {
    for (const agent of [byKey, byApp]) {
      const { is_error, answer } = await agent.call(name, await prepare());
      assert.ok(!is_error, JSON.stringify(answer));
      assert.doesNotMatch(JSON.stringify(answer), /tak_|tai_|whsec_/);
    }
  });

/** Three characters per token is a low estimate for JSON and English in common tokenizers. */
test('the list of tools takes at most 7,000 tokens of a context', () => {
  const { length } = JSON.stringify(tools);
  assert.ok(length / 3 <= 7_000, `${length} characters`);
});

test('a tool declares whether it only reads and whether it is destructive', () => {
  const named = (hint: 'readOnlyHint' | 'destructiveHint') =>
    tools.filter(({ annotations }) => annotations?.[hint] === true).map(({ name }) => name);
  assert.deepEqual(named('destructiveHint'), ['revoke_key']);
  assert.deepEqual(
    named('readOnlyHint'),
    Object.keys(CALLS).filter((name) => /^(?:list|search|explain|get)_/.test(name)),
  );
});

test('INSUFFICIENT_PERMISSIONS for a tool without its scope, which is not listed and changes nothing', async () => {
  const reader = await agentWithKey(world, (await tenant.api(['read:tasks'])).token);
  const listed = (await reader.client.listTools()).tools.map(({ name }) => name);
  assert.deepEqual(listed, ['list_tasks']);
  const before = await readRows();
  for (const name of Object.keys(CALLS).filter((one) => one !== 'list_tasks')) {
    const { is_error, answer } = await reader.call(name, {});
    assert.deepEqual([is_error, answer.error], [true, 'INSUFFICIENT_PERMISSIONS'], name);
  }
  assertUnchanged(before, await readRows());
  assert.equal((await reader.call('list_tasks')).is_error, false);
});

test('NOT_FOUND or BAD_REQUEST for ids of another account, whose records are neither shown nor changed', async () => {
  const sent = new Map<string, Sent>();
  for (const [name, prepare] of Object.entries(CALLS)) sent.set(name, await prepare());
  const naming = [...sent].filter(([, one]) => /[0-9a-f]{8}-/.test(JSON.stringify(one)));
  assert.equal(naming.length, 11);
  const before = await readRows();
  for (const [name, one] of naming) {
    const { is_error, answer } = await byStranger.call(name, one);
    assert.ok(
      is_error && ['NOT_FOUND', 'BAD_REQUEST'].includes(answer.error),
      `${name} ${JSON.stringify(answer)}`,
    );
  }
  assertUnchanged(before, await readRows());
  for (const name of ['list_tasks', 'list_keys', 'list_webhooks', 'list_users']) await assertApart(name);
});

async function assertApart(name: string): Promise<void> {
  const idsBy = async (agent: Agent): Promise<string[]> => {
    const { answer } = await agent.call(name);
    const rows = Object.values(answer).find(Array.isArray) as { id: string }[];
    return rows.map(({ id }) => id);
  };
  const [own, others] = [await idsBy(byKey), await idsBy(byStranger)];
  assert.ok(own.length > 0, name);
  assert.deepEqual(
    others.filter((id) => own.includes(id)),
    [],
    name,
  );
}

test('a page of a tool fits into a context, and says how many rows it has', async () => {
  const description = 'x'.repeat(15_000);
  for (let i = 0; i < 4; i++) await make.task({ description });
  const { answer } = await byKey.call('list_tasks');
  assert.deepEqual([answer.tasks.length, answer.limit], [2, 2]);
  const next = await byKey.call('list_tasks', { offset: 2 });
  assert.notEqual(next.answer.tasks[0].id, answer.tasks[1].id);
  const { body } = await key.get('/v1/api-tenant-tasks?limit=4');
  assert.deepEqual(
    answer.tasks.map(({ id }: any) => id),
    body.tasks.slice(0, 2).map(({ id }: any) => id),
  );
  assert.equal(body.tasks.length, 4, 'control: the API gives all of them');
  assert.equal((await byKey.call('list_tasks', { limit: 51 })).answer.message, 'limit: must be at most 50');
});

test('200 with an explanation of the result of a delivery', async () => {
  const { answer } = await byKey.call('explain_delivery', await make.failedDelivery());
  assert.equal(answer.explanation, 'Failed permanently after 3 attempts. Nothing was sent yet.');
  const waiting = await byKey.call('explain_delivery', await make.delivery());
  assert.match(waiting.answer.explanation, /^Waiting after 0 attempts; the next is due at 20/);
});

test('the audit log names the key, and a task that an agent created has source api', async () => {
  const key_id = await make.key();
  await byKey.call('revoke_key', { key_id });
  const entries = await world.db<{ actor_kind: string; actor_id: string }[]>`
    select actor_kind, actor_id from audit_entries where target_id = ${key_id} and action = 'key.revoked'`;
  assert.deepEqual(
    entries.map(({ actor_kind, actor_id }) => [actor_kind, actor_id]),
    [['agent', key.key_id]],
  );
  const { answer } = await byKey.call('create_task', { title: 'Of an agent' });
  const { body } = await key.get('/v1/api-tenant-tasks?limit=1');
  assert.deepEqual([body.tasks[0].id, body.tasks[0].source], [answer.id, 'api']);
});

test('no 5xx for 300 fuzzed calls, some of which succeed', async () => {
  const fuzzer = createFuzzer(7);
  const statuses = new Map<number, number>();
  let caller = await tenant.api();
  let answered = 0;
  const shoot = async () => {
    const { name, inputSchema } = fuzzer.pick(tools);
    const params = { name, arguments: fuzzer.make(inputSchema) };
    const method = fuzzer.pick(['tools/call', 'tools/call', 'tools/call', 'tools/list', 'initialize', 'x']);
    const whole = { jsonrpc: '2.0', id: 1, method, params };
    const odd = {
      jsonrpc: '2.0',
      id: fuzzer.make({ type: 'string' }),
      method,
      params: fuzzer.make({ type: 'object' }),
    };
    const answer = await caller.post('/mcp', fuzzer.pick([whole, whole, whole, whole, odd]));
    // A random call may have revoked the caller's own key.
    if (answer.status === 401) caller = await tenant.api();
    fuzzer.learn(answer.text);
    statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
    if (answer.body?.result?.structuredContent !== undefined) answered++;
  };
  for (let round = 0; round < 30; round++) await Promise.all(Array.from({ length: 10 }, shoot));
  assert.deepEqual(
    [...statuses.keys()].filter((status) => ![200, 202, 400, 401].includes(status)),
    [],
    JSON.stringify([...statuses]),
  );
  assert.ok(answered > 15, `${answered} of ${JSON.stringify([...statuses])}`);
});

test('401 for the next call once the key is revoked', async () => {
  const own = await tenant.api(['read:tasks']);
  const agent = await agentWithKey(world, own.token);
  assert.equal((await agent.call('list_tasks')).is_error, false);
  await (await tenant.api()).delete(`/v1/keys?key_id=${own.key_id}`);
  await assert.rejects(agent.call('list_tasks'), /INVALID_KEY/);
  await assert.rejects(agentWithKey(world, `tak_${UNKNOWN}`));
});

test('INTERNAL_ERROR within the timeout of its operation for a tool that waits for the database', async () => {
  const agent = await agentWithKey(world, (await tenant.api(['write:tasks'])).token);
  const task_id = await make.task();
  await world.db.begin(async (tx) => {
    await tx`select 1 from tasks where account_id = ${tenant.account_id} and id = ${task_id} for update`;
    const { is_error, answer } = await agent.call('update_task', { task_id, title: 'Late' });
    assert.deepEqual([is_error, answer.error], [true, 'INTERNAL_ERROR']);
  });
});
