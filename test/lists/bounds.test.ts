/* Lists and filters with an index or a counter read a bounded number of rows, even in a large account. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { countUncountedLists } from '../../src/counts/rollUp.ts';
import { listDeletions } from '../../src/features/deletions/deletions.ts';
import { readHome } from '../../src/features/home/home.ts';
import { readMemberHome } from '../../src/features/home/memberHome.ts';
import { listSessions } from '../../src/features/sessions/sessions.ts';
import { COUNTED_SESSIONS } from '../../src/features/sessions/sql/counted.ts';
import { COUNTED_TASKS } from '../../src/features/tasks/sql/counted.ts';
import { MOST_SEARCHED } from '../../src/lib/sql/logSearch.ts';
import { listTasksForDashboard } from '../../src/features/tasks/browse.ts';
import { listTasks } from '../../src/features/tasks/tasks.ts';
import { COUNTED_USERS } from '../../src/features/users/sql/counted.ts';
import { listUsers } from '../../src/features/users/users.ts';
import { forgetCounts } from '../support/countedLists.ts';
import { DAY_MS } from '../../src/lib/time/clock.ts';
import { countRowsRead, PAGE, testBounds, type List } from '../support/bounds.ts';
import { keepStatistics } from '../support/statistics.ts';
import { openWorld } from '../support/world.ts';

const TASKS = 40_000;
const SESSIONS = 10_000;
const PEOPLE = 2_000;

const world = await openWorld({ on_one_server: true });
const { db } = world;
await keepStatistics(db);
const tenant = await world.account();
const { account_id } = tenant;
const device = await tenant.device();
const now = world.clock.now();
const rare = randomUUID();

/** Returns SQL for ids that contain the time of each row, newest first. */
const idAt = (seconds: string) => `
  (lpad(to_hex((extract(epoch from '${now.toISOString()}'::timestamptz - ${seconds} * interval '1 second') * 1000)::bigint), 12, '0')
    || '70008000' || lpad(to_hex(number), 12, '0'))::uuid`;
const at = (seconds: string) => `'${now.toISOString()}'::timestamptz - ${seconds} * interval '1 second'`;

await db.unsafe(`
  insert into users (account_id, id, email, full_name, is_admin, status, created_at)
  select '${account_id}', gen_random_uuid(), 'user' || number || '@example.com', 'User ' || number, false,
    case when number = 1 then 'inactive' else 'active' end, ${at('number')}
  from generate_series(1, ${PEOPLE}) as number;
  insert into email_addresses (email, account_id, user_id)
  select email, account_id, id from users where account_id = '${account_id}' on conflict do nothing;
  insert into tasks (account_id, id, title, status, priority, source, created_at, completed_at, due_date, assigned_to, external_id)
  select '${account_id}', gen_random_uuid(), 'Inspect the valve ' || number,
    case when number % 3 = 0 then 'completed' when number = 7 then 'cancelled' else 'open' end,
    case when number = 5 then 'urgent' else 'medium' end, 'api', ${at('number * 5')},
    case when number % 3 = 0 then ${at('number * 5')} end,
    ${at('number')}, case when number % 100 = 0 then '${tenant.admin_id}'::uuid else '${device.user_id}' end,
    'reference-' || number
  from generate_series(1, ${TASKS}) as number;
  insert into sessions (account_id, id, seat_id, user_id, role, status, started_at, completed_at, last_seen_at, created_at, duration_seconds, ended_by)
  select '${account_id}', ${idAt('number * 60')}, '${device.seat_id}', '${device.user_id}', 'trainee',
    case when number = ${SESSIONS} then 'failed' else 'completed' end,
    ${at('number * 60')}, ${at('number * 60')}, ${at('number * 60')}, ${at('number * 60')}, 60, 'device'
  from generate_series(1, ${SESSIONS}) as number;
  insert into procedures (account_id, id, session_id, position, title, status, created_at)
  select '${account_id}', gen_random_uuid(), session.id, 0, 'Procedure', case when random() < 0.5 then 'pending' else 'approved' end, session.started_at
  from sessions as session where session.account_id = '${account_id}';
  insert into core_deletions (account_id, session_id, deleted_at, state, due_at)
  select '${account_id}', session.id, session.started_at, case when random() < 0.5 then 'queued' else 'sent' end, session.started_at
  from sessions as session where session.account_id = '${account_id}';
`);
await db`vacuum (analyze)`;
for (const list of ['tasks', 'sessions', 'users']) await forgetCounts(db, account_id, list);
await countUncountedLists({ db, lists: [COUNTED_TASKS, COUNTED_SESSIONS, COUNTED_USERS] });

const home: List['read'] = (ctx) => readHome(ctx, { role: 'admin', time_zone: 'UTC' });
const browse: List['read'] = (ctx, filter) => listTasksForDashboard(ctx, filter);
const own: List['read'] = (ctx) =>
  readMemberHome({ ...ctx, actor: { kind: 'user', user_id: device.user_id } });
const last = (rows: number) => ({ offset: rows - PAGE.limit });
const YEAR_BEFORE = new Date(now.getTime() - 365 * DAY_MS).toISOString();

const LISTS: Record<string, List> = {
  'deletions of the home page': { table: 'core_deletions', read: home, filters: { 'no filter': {} } },
  'procedures of the home page': { table: 'procedures', read: home, filters: { 'no filter': {} } },
  'own tasks': { table: 'tasks', read: own, filters: { 'no filter': {} } },
  tasks: {
    table: 'tasks',
    read: listTasks,
    filters: {
      'no filter': {},
      'the last page': last(TASKS),
      'a common status': { status: 'open' },
      'a rare status': { status: 'cancelled' },
      'a status of none': { status: 'in_progress' },
      'a source of none': { source: 'manual' },
      'an assignee': { assigned_to: device.user_id },
      'an unknown assignee': { assigned_to: rare },
      'an unknown assignee and a status': { assigned_to: rare, status: 'open' },
      'an assignee and a rare status': { assigned_to: device.user_id, status: 'cancelled' },
      'a reference': { external_id: 'reference-9' },
      'an unknown reference': { external_id: 'unknown' },
    },
  },
  'tasks in another order': {
    table: 'tasks',
    read: browse,
    filters: {
      'the most urgent first': { sort: 'priority' },
      'the first due first': { sort: 'due_date' },
      'a priority': { priority: 'medium' },
      'a priority of none': { priority: 'low' },
      'a status of none': { sort: 'due_date', status: 'in_progress' },
      'an unknown assignee': { sort: 'priority', assigned_to: rare },
      'a time before all': { sort: 'due_date', to: YEAR_BEFORE },
      'a reference and a word': { external_id: 'reference-9', title: 'unknown' },
      'a word of most tasks': { title: 'valve' },
      'a word of no task': { title: 'zebra' },
    },
  },
  'tasks searched': {
    table: 'tasks',
    searches: 2,
    read: browse,
    filters: {
      'the most urgent first and a status': { sort: 'priority', status: 'open' },
      'a priority of none and a status': { priority: 'low', status: 'open' },
      'the last page that is reached': { sort: 'priority', offset: MOST_SEARCHED - PAGE.limit },
    },
  },
  'tasks that are due': {
    table: 'tasks',
    searches: 3,
    read: browse,
    filters: {
      overdue: { due: 'overdue' },
      'overdue and an unknown assignee': { due: 'overdue', assigned_to: rare },
      'overdue and a status of none': { due: 'overdue', status: 'in_progress' },
      'overdue and a priority of none': { due: 'overdue', priority: 'low' },
      'overdue, the first due first': { due: 'overdue', sort: 'due_date' },
      today: { due: 'today' },
    },
  },
  sessions: {
    table: 'sessions',
    read: listSessions,
    filters: {
      'no filter': {},
      'the last page': last(SESSIONS),
      'a rare status': { status: 'failed' },
      'a status of none': { status: 'in_progress' },
      'a role of none': { role: 'trainer' },
    },
  },
  users: {
    table: 'users',
    read: listUsers,
    filters: {
      'no filter': {},
      'a rare status': { status: 'inactive' },
      'an address': { email: 'user9@example.com' },
    },
  },
  deletions: {
    table: 'core_deletions',
    read: listDeletions,
    filters: { 'a rare state': { state: 'failed' } },
  },
};

testBounds(world, tenant, LISTS);

test('control: a row-by-row count reads all open tasks of a user', async () => {
  const rows = await countRowsRead(
    world,
    tenant,
    'tasks',
    (ctx) => ctx.db`
      select count(*)
      from tasks
      where account_id = ${account_id}
        and assigned_to = ${device.user_id}
        and status in ('open', 'in_progress')`,
  );
  assert.ok(rows >= TASKS / 2, `${rows} rows read`);
});
