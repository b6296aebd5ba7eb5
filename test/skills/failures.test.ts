import assert from 'node:assert/strict';
import type { Socket } from 'node:net';
import { after, test } from 'node:test';
import { closeAbandonedExecutions } from '../../src/features/skills/executions/sweeper.ts';
import { listExecutions, testSkill } from '../../src/features/skills/executions/executions.ts';
import { createSkill } from '../../src/features/skills/skills.ts';
import { eventually } from '../../support/eventually.ts';
import { eventsOf } from '../support/events.ts';
import { openReceiver, openSocketServer } from '../support/receiver.ts';
import { insertAbandonedExecution } from '../support/executions.ts';
import { openWorld } from '../support/world.ts';

const world = await openWorld({ webhook_allow: ['127.0.0.1'] });
const open = new Set<Socket>();
const hanging = await openSocketServer((socket) => {
  open.add(socket);
  socket.resume();
  socket.on('close', () => open.delete(socket));
});
const receiver = await openReceiver();
receiver.answer = (_request, response) => void response.writeHead(200).end('{"ok":true}');
after(() => Promise.all([hanging.close(), receiver.close()]));
const tenant = await world.account();
const glasses = await tenant.device();
const api = await tenant.api();
const make = (url: string, more = {}, schema = {}) =>
  createSkill(tenant.ctx(), {
    name: 'Skill',
    kind: 'http',
    config: { url, ...more },
    arguments_schema: { type: 'object', ...schema },
  });
const hanging_url = `http://127.0.0.1:${hanging.port}`;
const slow = await make(hanging_url, { timeout_ms: 2_000 });
const fine = await make(receiver.url);
const asking = await make(`${receiver.url}/rooms?site=1`, { method: 'GET' });
const secret = await make('https://10.0.0.1/x').catch((error: unknown) => error);
const patterned = await make(
  receiver.url,
  {},
  { properties: { text: { type: 'string', pattern: '^(a+)+$' } } },
);
const PATH = '/v1/api-tenant-skills-execute';
const last = async () => {
  const { executions } = await listExecutions(tenant.ctx(), { limit: 1, offset: 0 });
  return executions[0];
};

test('500 after the timeout for a hanging receiver, with a failure event and no open connection', async () => {
  const { status, body } = await api.post(PATH, { skill_id: slow.id, arguments: {} });
  assert.deepEqual([status, body.error], [500, 'INTERNAL_ERROR']);
  assert.match(body.message, /No answer came in time/);
  assert.equal(hanging.connections(), 1);
  await eventually(
    () => open.size,
    (size) => size === 0,
  );
  const execution = await last();
  assert.equal(execution?.status, 'failure');
  const [event] = await eventsOf(world.db, tenant.account_id, execution.id);
  assert.equal(event?.data['status'], 'failure');
  assert.ok(Number(event?.data['duration_ms']) >= 300);
});

test('500 without an open transaction while the receiver hangs', async () => {
  const patient = await make(hanging_url);
  const answer = api.post(PATH, { skill_id: patient.id, arguments: {} });
  await eventually(
    () => open.size,
    (size) => size === 1,
  );
  // Retries, because a background write, such as that of the request log, is open for a moment.
  await eventually(countOpenTransactions, (count) => count === 0);
  const running = await last();
  assert.equal(running?.status, 'running');
  for (const socket of open) socket.destroy();
  assert.equal((await answer).status, 500);
});

async function countOpenTransactions(): Promise<number> {
  const [idle] = await world.db<[{ count: number }]>`
    select count(*)::int as count
    from pg_stat_activity
    where datname = current_database() and state = 'idle in transaction'`;
  return idle.count;
}

function abandonedBy(caller: 'api' | 'dashboard'): Promise<string> {
  const { seat_id, user_id } = glasses;
  const changes = { skill_id: fine.id, caller, seat_id, user_id, role: 'trainer' } as const;
  return insertAbandonedExecution(world.db, tenant.account_id, world.clock.now(), changes);
}

test('an execution of a dead process emits one failure event, which a late success does not change', async () => {
  const id = await abandonedBy('api');
  const sweep = () => closeAbandonedExecutions(world.platform());
  assert.equal(await sweep(), 0);
  world.clock.advance(25_000);
  const platform = world.platform();
  world.clock.advance(61_000);
  await Promise.all([closeAbandonedExecutions(platform), closeAbandonedExecutions(platform)]);
  assert.equal(await sweep(), 0);
  const events = await eventsOf(world.db, tenant.account_id, id);
  assert.deepEqual(
    events.map(({ data, timestamp }) => [data['status'], data['duration_ms'], timestamp]),
    [['failure', 25_000, world.clock.now().toISOString()]],
  );
});

test('500 for a response after its execution was closed, while other executions succeed', async () => {
  const own = await world.account();
  await own.device();
  const ownApi = await own.api();
  const config = { url: receiver.url, timeout_ms: 10_000 };
  const { id: skill_id } = await createSkill(own.ctx(), { name: 'Late', kind: 'http', config });
  const run = () => ownApi.post(PATH, { skill_id, arguments: {} });
  const { answer } = receiver;
  const asked = Promise.withResolvers<() => void>();
  assert.equal((await run()).status, 200);
  receiver.answer = (_request, response) =>
    asked.resolve(() => void response.writeHead(200).end('{"ok":true}'));
  const late = run();
  const answerNow = await asked.promise;
  world.clock.advance(25_000);
  await closeAbandonedExecutions(world.platform());
  receiver.answer = answer;
  assert.equal((await run()).status, 200);
  answerNow();
  const { status, body } = await late;
  assert.deepEqual([status, body.message], [500, 'The skill took too long']);
  const { executions } = await listExecutions(own.ctx(), { limit: 3, offset: 0 });
  assert.deepEqual(
    executions.map((execution) => execution.status),
    ['success', 'failure', 'success'],
  );
});

test('a test run whose process died is closed as failed, without an event', async () => {
  const id = await abandonedBy('dashboard');
  world.clock.advance(25_000);
  assert.equal(await closeAbandonedExecutions(world.platform()), 1);
  const execution = await last();
  assert.deepEqual([execution?.id, execution?.status], [id, 'failure']);
  assert.deepEqual(await eventsOf(world.db, tenant.account_id, id), []);
});

test('200 for GET with the arguments in the query', async () => {
  const { status } = await api.post(PATH, {
    skill_id: asking.id,
    arguments: { room: 'A&B', list: [1], n: 2 },
  });
  assert.equal(status, 200);
  const url = new URL(receiver.received.at(-1)?.path ?? '', 'http://x');
  assert.deepEqual(
    ['site', 'room', 'list', 'n'].map((name) => url.searchParams.get(name)),
    ['1', 'A&B', '[1]', '2'],
  );
  assert.equal(receiver.received.at(-1)?.body, '');
});

test('400 for a private address of a new skill', () => {
  assert.match(String(secret), /config.url: must point to a public address/);
});

test('400 immediately for a pattern that backtracks endlessly in other engines', async () => {
  const { status, body } = await api.post(PATH, {
    skill_id: patterned.id,
    arguments: { text: `${'a'.repeat(60)}!` },
  });
  assert.deepEqual([status, body.message], [400, 'arguments.text: must match pattern "^(a+)+$"']);
});

test('500 with a failure event for a response with 20,000 levels; 200 for 64 levels', async () => {
  const nested = (levels: number) => `{"a":${'['.repeat(levels)}${']'.repeat(levels)}}`;
  const deep = await make(receiver.url);
  const { answer } = receiver;
  receiver.answer = (_request, response) => void response.writeHead(200).end(nested(20_000));
  const refused = await api.post(PATH, { skill_id: deep.id, arguments: {} });
  const execution = await last();
  receiver.answer = (_request, response) => void response.writeHead(200).end(nested(63));
  const taken = await api.post(PATH, { skill_id: deep.id, arguments: {} });
  receiver.answer = answer;
  assert.deepEqual(
    [refused.status, refused.body.message],
    [500, 'The skill failed: The response is nested deeper than 64 levels'],
  );
  assert.deepEqual([execution?.skill_id, execution?.status], [deep.id, 'failure']);
  const [event] = await eventsOf(world.db, tenant.account_id, execution?.id ?? '');
  assert.equal(event?.data['status'], 'failure');
  assert.equal(taken.status, 200);
});

test('control: a response with 20,000 levels can be parsed but not stored', () => {
  const answer: unknown = JSON.parse(`${'['.repeat(20_000)}${']'.repeat(20_000)}`);
  assert.throws(() => JSON.stringify(answer), RangeError);
});

test('500 with a failure event for an internal error; no execution stays running', async () => {
  const spoilt = await make(receiver.url);
  await world.db`update skills set signing_secret = ${Buffer.from('none')} where id = ${spoilt.id}`;
  const { status } = await api.post(PATH, { skill_id: spoilt.id, arguments: {} });
  const execution = await last();
  assert.equal(status, 500);
  assert.deepEqual(
    [execution?.skill_id, execution?.status, execution?.error],
    [spoilt.id, 'failure', 'The service could not finish the skill'],
  );
  const [event] = await eventsOf(world.db, tenant.account_id, execution?.id ?? '');
  assert.equal(event?.data['status'], 'failure');
});

test('a test run returns its result, stores a row and emits no event', async () => {
  const good = await testSkill(tenant.ctx(), { skill_id: fine.id, arguments: {} });
  const { duration_ms, ...result } = good;
  const none = { error: null, error_details: null };
  assert.deepEqual(result, { status: 'success', answer_status: 200, output: { ok: true }, ...none });
  assert.ok(Number.isInteger(duration_ms));
  const bad = await testSkill(tenant.ctx(), { skill_id: slow.id, arguments: {} });
  assert.deepEqual([bad.status, bad.output], ['failure', null]);
  const execution = await last();
  assert.equal(execution?.caller, 'dashboard');
  assert.deepEqual(await eventsOf(world.db, tenant.account_id, execution.id), []);
});
