/* Tests every declared member that accepts a time, at every door, so that a new member is covered at once. */
import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { test } from 'node:test';
import type { TSchema } from '../src/lib/schema/type.ts';
import { methodsOf } from '../src/doors/declaration.ts';
import { createIntegration } from '../src/features/integrations/integrations.ts';
import { LONGEST_SESSION_SECONDS } from '../src/features/sessions/contract.ts';
import { momentOf } from '../src/lib/ids.ts';
import type { Answer, Caller } from '../support/caller.ts';
import { consoleOf } from '../support/console.ts';
import { endpointOf } from './support/endpoints.ts';
import { insertAbandonedExecution } from './support/executions.ts';
import { SAMPLES } from './support/timestampSamples.ts';
import { IS_FIRST_TIER } from './support/tier.ts';
import { openWorld } from './support/world.ts';

const world = await openWorld();
const tenant = await world.account();
const api = await tenant.api();
const device = await tenant.device();
const inbound = world.as((await createIntegration(tenant.ctx(), { provider: 'erp' })).secret);
const people = await consoleOf(world, tenant.admin);

const NOW = world.clock.now().toISOString();
/** The parts of the samples that are shared out among the members. */
const PARTS = 4;

type Member = {
  send: (text: string) => Promise<Answer>;
  read?: (answer: Answer) => string;
  /** Maps an accepted instant to the stored value. */
  becomes?: (instant: string) => string;
  /** Returns true if the operation accepts the instant. Without this function, every instant is accepted. */
  takes?: (instant: string) => boolean;
};

const asItIs = (instant: string) => instant;
const dueBy = (send: Member['send']): Member => ({ send, read: ({ body }) => body.due_date });
const since = (caller: Caller, path: string): Member => ({
  send: (time) => caller.post(path, { since: time }),
  read: ({ body }) => body.since,
});
/** A device cannot report times in the future. */
const notLater = (instant: string) => (instant < NOW ? instant : NOW);
/** The expiry of a key must be in the future. */
const isLater = (instant: string) => instant > NOW;
const { key_id } = await tenant.api(['read:tasks']);
const keysOf = (caller: Caller, path: string): [string, Member][] => [
  [
    'POST',
    {
      send: (expires_at) => caller.post(path, { name: 'Ending', scopes: ['read:tasks'], expires_at }),
      takes: isLater,
    },
  ],
  [
    'PATCH',
    {
      send: (expires_at) => caller.patch(`${path}?key_id=${key_id}`, { expires_at }),
      read: ({ body }) => body.expires_at,
      takes: isLater,
    },
  ],
];
const listed = (caller: Caller, path: string, name: string): Member => ({
  send: (text) => caller.get(`${path}${path.includes('?') ? '&' : '?'}${name}=${encodeURIComponent(text)}`),
});
const range = (caller: Caller, door: string, path: string, prefix = '') =>
  [`${prefix}from`, `${prefix}to`].map((name): [string, Member] => [
    `GET ${door}${path.split('?')[0]} ${name}`,
    listed(caller, path, name),
  ]);
const v1 = (caller: Caller, path: string) => range(caller, '', `/v1${path}`);

const endpoint = await endpointOf(tenant, 'https://hooks.example.com/rotated');
/** A time in the past means immediately. */
function switching(caller: Caller, path: string): Member {
  const send = async (switches_at: string) => {
    await api.delete(`/v1/endpoints/rotate?endpoint_id=${endpoint}`);
    return caller.post(`${path}?endpoint_id=${endpoint}`, { switches_at });
  };
  const read = ({ body }: Answer) => body.switches_at ?? 'at once';
  return { send, read, becomes: (instant) => (instant > NOW ? instant : 'at once') };
}

const task = (await api.post('/v1/api-tenant-tasks', { title: 'Due' })).body.id;
await inbound.post('/inbound/v1/tasks', { external_id: 'WO-1', title: 'Due' });

await fillLists();

/** Ends a session that started before all tested times; devices cannot report such a start. */
async function endAt(ended_at: string): Promise<Answer> {
  const { body } = await device.post('/device/v1/sessions', { role: 'trainee' });
  await world.db`
    update sessions set started_at = '0001-01-01T00:00:00Z'
    where account_id = ${tenant.account_id} and id = ${body.id}`;
  return device.post('/device/v1/sessions/complete', { session_id: body.id, status: 'failed', ended_at });
}

/** Returns the changed task, because the answer of a batch does not contain it. */
async function changeInBatch(due_date: string): Promise<Answer> {
  const answer = await people.patch('/tasks/batch', { edits: [{ task_id: task, changes: { due_date } }] });
  return answer.status === 200 ? people.get(`/task?task_id=${task}`) : answer;
}

const MEMBERS: Record<string, Member> = {
  'POST /v1/api-tenant-tasks due_date': dueBy((due_date) =>
    api.post('/v1/api-tenant-tasks', { title: 'A', due_date }),
  ),
  'PATCH /v1/api-tenant-tasks due_date': dueBy((due_date) =>
    api.patch(`/v1/api-tenant-tasks?task_id=${task}`, { due_date }),
  ),
  'POST /inbound/v1/tasks due_date': dueBy((due_date) =>
    inbound.post('/inbound/v1/tasks', { external_id: 'WO-1', title: 'A', due_date }),
  ),
  'PATCH /inbound/v1/tasks due_date': dueBy((due_date) =>
    inbound.patch('/inbound/v1/tasks?external_id=WO-1', { due_date }),
  ),
  'POST /console/v1/tasks due_date': dueBy((due_date) => people.post('/tasks', { title: 'A', due_date })),
  'PATCH /console/v1/tasks due_date': dueBy((due_date) =>
    people.patch(`/tasks?task_id=${task}`, { due_date }),
  ),
  'PATCH /console/v1/tasks/batch edits[].changes.due_date': {
    send: changeInBatch,
    read: ({ body }) => body.task.due_date,
  },
  'POST /device/v1/sessions started_at': {
    send: (started_at) => device.post('/device/v1/sessions', { role: 'trainee', started_at }),
    read: ({ body }) => body.started_at,
    becomes: notLater,
    takes: (instant) => Date.parse(NOW) - Date.parse(instant) <= LONGEST_SESSION_SECONDS * 1_000,
  },
  'POST /device/v1/sessions/complete ended_at': {
    send: endAt,
    read: ({ body }) => body.completed_at,
    becomes: notLater,
  },
  'POST /console/v1/retries since': since(people, '/retries'),
  'POST /v1/retries since': since(api, '/v1/retries'),
  'POST /console/v1/endpoints/rotate switches_at': switching(people, '/endpoints/rotate'),
  'POST /v1/endpoints/rotate switches_at': switching(api, '/v1/endpoints/rotate'),
  ...Object.fromEntries([
    ...keysOf(people, '/keys').map(([method, member]) => [`${method} /console/v1/keys expires_at`, member]),
    ...keysOf(api, '/v1/keys').map(([method, member]) => [`${method} /v1/keys expires_at`, member]),
    ...v1(api, '/api-tenant-tasks'),
    ...v1(api, '/api-tenant-sessions'),
    ...range(people, '/console/v1', '/tasks'),
    ...range(people, '/console/v1', '/tasks/matching'),
    ...range(people, '/console/v1', '/tasks', 'completed_'),
    ...range(people, '/console/v1', '/tasks/matching', 'completed_'),
    ...range(people, '/console/v1', '/sessions'),
    ...range(people, '/console/v1', '/audit'),
    ...range(people, '/console/v1', '/requests'),
    ...range(people, '/console/v1', '/executions'),
    ...range(people, '/console/v1', '/deliveries'),
    ...v1(api, '/deliveries'),
    ...v1(api, '/requests'),
  ]),
};

/** True for times. Days do not count: they have no offset and no fraction. */
const isTime = (schema: TSchema & { format?: string; pattern?: string }) =>
  schema.format === 'timestamp' && schema.pattern === undefined;

/** Returns the path of every member of a schema that accepts a time. */
function timesOf(schema: TSchema | undefined, path = ''): string[] {
  if (!schema) return [];
  const { properties = {}, items, anyOf = [] } = schema as Shape;
  return [
    ...(isTime(schema) ? [path] : []),
    ...Object.entries(properties).flatMap(([name, one]) => timesOf(one, path ? `${path}.${name}` : name)),
    ...timesOf(items, `${path}[]`),
    ...anyOf.flatMap((one) => timesOf(one, path)),
  ];
}
type Shape = { properties?: Record<string, TSchema>; items?: TSchema; anyOf?: TSchema[] };

const declared = world.app.doors.flatMap(({ prefix, resources }) =>
  resources.flatMap((resource) =>
    methodsOf(resource).flatMap((method) => {
      const { query, body } = resource.operations[method] ?? {};
      return [...timesOf(query), ...timesOf(body)].map(
        (name) => `${method} ${prefix}${resource.path} ${name}`,
      );
    }),
  ),
);

test('every time member of every door is tested', () => {
  assert.deepEqual(declared.toSorted(), Object.keys(MEMBERS).toSorted());
});

/** Returns all samples. In the first tier, members share them, except for the first member, which gets all. */
function samplesOf(member: number) {
  if (!IS_FIRST_TIER || member === 0) return SAMPLES;
  return SAMPLES.filter((_, sample) => sample % PARTS === member % PARTS);
}

for (const [at, [name, { send, read, becomes = asItIs, takes = () => true }]] of Object.entries(
  MEMBERS,
).entries()) {
  test(`${name} is stored as the same instant, truncated to milliseconds, or rejected with 400`, async () => {
    for (const { text, instant } of samplesOf(at)) {
      const answer = await send(text);
      if (instant === undefined || !takes(instant)) {
        assert.equal(answer.status, 400, `${text}: ${answer.text}`);
        continue;
      }
      assert.ok(answer.status === 200 || answer.status === 201, `${text}: ${answer.text}`);
      if (read) assert.equal(read(answer), becomes(instant), text);
    }
  });
}

test('control: a database that parses the text itself would round it to an unreadable year', async () => {
  const text = '9999-12-31T23:59:59.9999Z';
  const [row] = await world.db`select extract(year from ${text}::text::timestamptz(3))::int as year`;
  assert.equal(row?.['year'], 10_000);
});

test('200 for reports up to the last possible day, 400 for later and invalid days', async () => {
  const report = (days: string) => people.get(`/report?${days}`);
  assert.equal((await report('from=9999-12-01&to=9999-12-30')).status, 200);
  assert.equal((await report('from=9999-12-01&to=9999-12-31')).status, 400);
  assert.equal((await report('from=9999-12-01&to=9999-12-32')).status, 400);
  assert.equal((await report('from=0000-12-31&to=0001-01-01')).status, 400);
});

test('400 for a number instead of a time', async () => {
  assert.equal((await api.post('/v1/api-tenant-tasks', { title: 'A', due_date: 1_772_442_000 })).status, 400);
});

test('the bounds of a list keep the digits beyond milliseconds', async () => {
  const at = NOW.slice(0, -1);
  const count = async (bound: string) =>
    (await api.get(`/v1/api-tenant-tasks?external_id=edge&${bound}`)).body.tasks.length;
  await api.post('/v1/api-tenant-tasks', { title: 'Edge', external_id: 'edge' });
  assert.equal(await count(`from=${at}Z`), 1);
  assert.equal(await count(`from=${at}0001Z`), 0);
  assert.equal(await count(`to=${at}Z`), 1);
  assert.equal(await count(`to=${at}0001Z`), 1);
});

/** Creates a row in each list at the held time. */
async function fillLists(): Promise<void> {
  await device.post('/device/v1/sessions', { role: 'trainee' });
  await endpointOf(tenant, 'https://hooks.example.com/');
  await api.post('/v1/api-tenant-tasks', { title: 'Delivered' });
  await insertAbandonedExecution(world.db, tenant.account_id, world.clock.now());
  await world.app.requests.flush();
}

const LISTS = Object.keys(MEMBERS).flatMap((name) => (name.endsWith(' from') ? [name.slice(0, -5)] : []));
const shifted = (ms: number) => new Date(Date.parse(NOW) + ms).toISOString();

/** Returns how many rows of the first page have the time NOW, at which the test holds the clock. */
async function countRowsAtNow(list: string, bound: 'from' | 'to', text: string): Promise<number> {
  const answer = await MEMBERS[`${list} ${bound}`]?.send(text);
  assert.equal(answer?.status, 200, answer?.text);
  const rows = Object.values<any>(answer?.body).find(Array.isArray) ?? [];
  return rows.filter(
    // The list of matching tasks returns no times, but their ids contain the time of creation.
    ({ created_at, started_at, executed_at, id }) =>
      (created_at ?? started_at ?? executed_at ?? momentOf(id).toISOString()) === NOW,
  ).length;
}

for (const list of LISTS) {
  test(`200 with the rows at both ends of a range and none a millisecond outside: ${list}`, async () => {
    assert.ok((await countRowsAtNow(list, 'from', NOW)) > 0, 'from leaves out its own moment');
    assert.ok((await countRowsAtNow(list, 'to', NOW)) > 0, 'to leaves out its own moment');
    assert.equal(await countRowsAtNow(list, 'from', shifted(1)), 0);
    assert.equal(await countRowsAtNow(list, 'to', shifted(-1)), 0);
  });
}

test('the migration corrects times that could be written before and not be read', async () => {
  const out = '10000-01-01 04:59:59+00';
  await world.db`update tasks set due_date = ${out}::text::timestamptz where id = ${task}`;
  const dueDate = async () =>
    (await world.db`select due_date from tasks where id = ${task}`)[0]?.['due_date'];
  assert.equal(await dueDate(), out, 'no timestamp of ours');
  const names = await readdir('migrations');
  const name = names.find((one) => one.endsWith('_times_in_range.sql'));
  await world.db.unsafe(await readFile(`migrations/${name}`, 'utf8'));
  assert.equal(await dueDate(), '9999-12-31T23:59:59.999Z');
});
