/* Lists of logs search a bounded number of rows, report how far they searched, and can be continued to the end. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MOST_SEARCHED } from '../../src/lib/sql/logSearch.ts';
import { listTasksForDashboard } from '../../src/features/tasks/browse.ts';
import { consoleOf } from '../../support/console.ts';
import { LONG_LOG_ROWS, momentOfRow, writeLongLog } from '../support/longLogs.ts';
import { openWorld } from '../support/world.ts';

const world = await openWorld();
const tenant = await world.account();
const { account_id } = tenant;
const admin = await consoleOf(world, tenant.admin);
const api = await tenant.api();
const other = await world.account();
const stranger = await consoleOf(world, other.admin);

const endpoint = { url: 'https://example.com/hook', events: ['task.created'] };
const endpoint_id: string = (await admin.post('/endpoints', endpoint)).body.id;
await world.app.requests.flush();
await world.db`delete from request_log where account_id = ${account_id}`;
await world.db`delete from audit_entries where account_id = ${account_id}`;
for (const table of ['request_log', 'audit_entries', 'skill_executions', 'webhook_deliveries'] as const)
  await writeLongLog(world, { table, account_id, endpoint_id });

const UNREAD = momentOfRow(world, MOST_SEARCHED + 1);

/** Each list with a filter that only its oldest row matches. */
const RARE = {
  '/requests?method=DELETE': 'requests',
  '/audit?action=key': 'entries',
  '/audit?name=zither': 'entries',
  '/executions?caller=agent': 'executions',
  '/deliveries?event=task.completed': 'deliveries',
  [`/deliveries?event=task.completed&endpoint_id=${endpoint_id}`]: 'deliveries',
};

for (const [path, rows] of Object.entries(RARE))
  test(`200 for ${path.replace(endpoint_id, '…')}: no row in the searched part, and the row in the older part`, async () => {
    const { status, body } = await admin.get(path);
    assert.equal(status, 200);
    assert.deepEqual([body[rows].length, body.has_more, body.searched_to], [0, false, UNREAD]);
    const older = (await admin.get(`${path}&to=${body.searched_to}`)).body;
    assert.deepEqual([older[rows].length, older.has_more, older.searched_to], [1, false, null]);
  });

const WHOLE = {
  '/requests?': 'requests',
  '/audit?': 'entries',
  '/executions?': 'executions',
  '/deliveries?': 'deliveries',
};

for (const [path, rows] of Object.entries(WHOLE))
  test(`200 for the pages of ${path} up to the largest offset; a search before a time returns the rest`, async () => {
    const page = async (search: string) => (await admin.get(`${path}${search}`)).body;
    const first = await page('limit=100');
    assert.deepEqual([first.has_more, first.searched_to], [true, null]);
    const last = await page(`limit=100&offset=${MOST_SEARCHED - 40}`);
    assert.deepEqual([last[rows].length, last.has_more, last.searched_to], [40, false, UNREAD]);
    const beyond = await page(`limit=100&offset=${Number.MAX_SAFE_INTEGER}`);
    assert.deepEqual([beyond[rows].length, beyond.has_more, beyond.searched_to], [0, false, UNREAD]);
    const rest = await page(`limit=100&to=${UNREAD}`);
    assert.deepEqual([rest[rows].length, rest.searched_to], [LONG_LOG_ROWS - MOST_SEARCHED, null]);
  });

test('200 without a remaining part if a log has exactly as many rows as a search reads', async () => {
  await writeLongLog(world, { table: 'request_log', account_id: other.account_id, count: MOST_SEARCHED });
  const { requests, searched_to } = (await stranger.get('/requests?method=DELETE')).body;
  assert.deepEqual([requests.length, searched_to], [1, null]);
});

test('200 over the API with the time up to which the search read', async () => {
  assert.equal(MOST_SEARCHED, 10_000);
  for (const [path, rows] of [
    ['/v1/requests?method=DELETE', 'requests'],
    ['/v1/deliveries?event=task.completed', 'deliveries'],
  ] as const) {
    const { body } = await api.get(path);
    assert.deepEqual([body[rows].length, body.searched_to], [0, UNREAD], path);
    assert.equal((await api.get(`${path}&to=${body.searched_to}`)).body[rows].length, 1, path);
  }
});

test('200 for tasks with the total of the searched part; further searches find all tasks', async () => {
  const { account_id: id } = other;
  const now = world.clock.now();
  await world.db`
    insert into tasks (account_id, id, title, status, priority, source, created_at)
    select ${id}, gen_random_uuid(), 'Inspect', 'open', case when number % 2000 = 0 then 'low' else 'medium' end, 'api',
      ${now}::timestamptz - number * interval '1 second'
    from generate_series(1, ${2 * MOST_SEARCHED + 2_500}) as number`;
  const found: number[] = [];
  let to: string | null = now.toISOString();
  while (to !== null) {
    const filter = { status: 'open', priority: 'low', limit: 50, offset: 0, to } as const;
    const page = await listTasksForDashboard(other.ctx(), filter);
    assert.equal(page.total, page.tasks.length);
    found.push(page.tasks.length);
    to = page.searched_to;
  }
  assert.deepEqual(found, [5, 5, 1]);
});

test('400 for an offset beyond the limit in a list of tasks with another order', async () => {
  const { status, body } = await stranger.get(`/tasks?sort=priority&offset=${MOST_SEARCHED}`);
  assert.equal(status, 400);
  assert.match(body.message, /^offset: /);
});
