import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createIntegration } from '../../src/features/integrations/integrations.ts';
import { createTask } from '../../src/features/tasks/tasks.ts';
import { DAY_MS } from '../../src/lib/time/clock.ts';
import { openWorld } from '../support/world.ts';

const world = await openWorld();
const tenant = await world.account();
const api = await tenant.api();
const empty = await (await world.account()).api();
const user_id = await tenant.user('Bo Builder');
const PATH = '/v1/api-tenant-tasks';

const ids: string[] = [];
for (let at = 0; at < 25; at++) {
  const { body } = await api.post(PATH, {
    title: `Task ${at}`,
    ...(at % 5 === 0 && { assigned_to: user_id }),
    ...(at === 7 && { external_id: 'WO-7' }),
  });
  ids.unshift(body.id);
  if (at % 4 === 0) await api.patch(`${PATH}?task_id=${body.id}`, { status: 'completed' });
  world.clock.advance(DAY_MS);
}
const newest = (count: number, from = 0) => ids.slice(from, from + count);

const STATUSES = ['open', 'in_progress', 'completed', 'cancelled'];
const SOURCES = ['api', 'manual', 'integration'];
/** A task of every source in every status. */
const other = await world.account();
const mixed = await other.api();
const outside = world.as((await createIntegration(other.ctx(), { provider: 'fieldware' })).secret);
const mixture: { id: string; source: string; status: string }[] = [];
for (const source of SOURCES) {
  for (const status of STATUSES) {
    const id = await makeTask(source, status);
    await mixed.patch(`${PATH}?task_id=${id}`, { status });
    mixture.push({ id, source, status });
  }
}

async function makeTask(source: string, status: string): Promise<string> {
  const title = `${source} ${status}`;
  if (source === 'manual') return (await createTask(other.ctx(), { title })).id;
  if (source === 'api') return (await mixed.post(PATH, { title })).body.id;
  return (await outside.post('/inbound/v1/tasks', { external_id: status, title })).body.id;
}

async function list(query: string) {
  const { status, body } = await api.get(`${PATH}?${query}`);
  assert.equal(status, 200, JSON.stringify(body));
  return { ...body, ids: body.tasks.map(({ id }: { id: string }) => id) };
}

test('200 for a list without parameters: newest first, with the default page size', async () => {
  const page = await list('');
  assert.deepEqual(page.ids, ids);
  assert.equal(page.total, 25);
  assert.equal(page.limit, 50);
  assert.equal(page.offset, 0);
});

test('200 for an account without tasks', async () => {
  const { status, body } = await empty.get(PATH);
  assert.equal(status, 200);
  assert.deepEqual(body, { tasks: [], total: 0, limit: 50, offset: 0 });
});

test('200 with every task once across pages', async () => {
  const seen: string[] = [];
  for (let offset = 0; offset < 25; offset += 4) seen.push(...(await list(`limit=4&offset=${offset}`)).ids);
  assert.deepEqual(seen, ids);
});

test('200 with the total for a page beyond the end', async () => {
  const page = await list('offset=1000');
  assert.deepEqual(page.tasks, []);
  assert.equal(page.total, 25);
});

const filters = [...SOURCES.map((source) => `source=${source}`), ...STATUSES.map((one) => `status=${one}`)];
for (const filter of filters) {
  test(`200 for ?${filter} with exactly the matching tasks`, async () => {
    const [name = '', value] = filter.split('=');
    const expected = mixture.filter((task) => Reflect.get(task, name) === value).map(({ id }) => id);
    const { body } = await mixed.get(`${PATH}?${filter}`);
    assert.equal(expected.length, name === 'source' ? STATUSES.length : SOURCES.length);
    assert.equal(body.total, expected.length);
    assert.deepEqual(body.tasks.map(({ id }: { id: string }) => id).toSorted(), expected.toSorted());
    assert.ok(body.tasks.every((task: object) => Reflect.get(task, name) === value));
  });
}

test('200 for a filter by status and source with the task that matches both', async () => {
  for (const { id, source, status } of mixture) {
    const { body } = await mixed.get(`${PATH}?status=${status}&source=${source}`);
    assert.deepEqual([body.total, body.tasks[0].id], [1, id]);
  }
});

test('200 for a list filtered by assignee', async () => {
  const page = await list(`assigned_to=${user_id}`);
  assert.deepEqual([page.total, page.ids], [5, [20, 15, 10, 5, 0].map((at) => ids[24 - at])]);
  for (const { assigned_to } of page.tasks) assert.deepEqual(assigned_to, { user_id, name: 'Bo Builder' });
  assert.equal((await list(`assigned_to=${tenant.admin_id}`)).total, 0);
});

test('200 for a list filtered by external id', async () => {
  assert.deepEqual((await list('external_id=WO-7')).ids, newest(1, 17));
});

test('200 for the filters from and to, which are inclusive', async () => {
  const [tenth, fifth] = [
    (await list('offset=9&limit=1')).tasks[0],
    (await list('offset=4&limit=1')).tasks[0],
  ];
  const page = await list(`from=${tenth.created_at}&to=${fifth.created_at}`);
  assert.deepEqual(page.ids, newest(6, 4));
});

test('200 for the filter from with other time zones and dates without a time', async () => {
  assert.equal((await list('from=2026-03-26')).total, 1);
  assert.equal((await list(`from=${encodeURIComponent('2026-03-26T11:00:00+02:00')}`)).total, 1);
  assert.equal((await list(`from=${encodeURIComponent('2026-03-26T11:00:01+02:00')}`)).total, 0);
});

test('200 for a list with several filters at once', async () => {
  const page = await list(`status=completed&assigned_to=${user_id}&source=api&limit=1`);
  assert.equal(page.total, 2);
  assert.equal(page.tasks.length, 1);
});

test('200 for empty and unknown parameters, which count as absent', async () => {
  assert.equal((await list('status=&assigned_to=&from=&colour=red&limit=')).total, 25);
});

const refused: [string, string][] = [
  ['limit=0', 'limit: must be at least 1'],
  ['limit=101', 'limit: must be at most 100'],
  ['limit=ten', 'limit: must be an integer'],
  ['limit=1.5', 'limit: must be an integer'],
  ['limit=1&limit=2', 'limit: must be an integer'],
  ['offset=-1', 'offset: must be an integer'],
  ['offset=1e400', 'offset: must be an integer'],
  ['offset=1e300', 'offset: must be an integer'],
  ['status=done', 'status: must be one of open, in_progress, completed, cancelled'],
  ['source=email', 'source: must be one of manual, api, integration'],
  ['assigned_to=bo', 'assigned_to: must be a valid uuid'],
  ['from=yesterday', 'from: must be a valid timestamp'],
  ['to=2026-13-01', 'to: must be a valid timestamp'],
  ['external_id=%00', 'query: must not contain NUL characters'],
];

for (const [query, message] of refused) {
  test(`400 for ?${query}`, async () => {
    const { status, body } = await api.get(`${PATH}?${query}`);
    assert.equal(status, 400);
    assert.deepEqual(body, { error: 'BAD_REQUEST', message });
  });
}

test("200 without another account's tasks", async () => {
  assert.equal((await empty.get(`${PATH}?assigned_to=${user_id}`)).body.total, 0);
});
