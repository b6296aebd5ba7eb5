/* Lists and filters that an index or a count serves read a bounded number of rows in an account with many. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { countUncounted } from '../../src/counts/fold.ts';
import { listAudit } from '../../src/audit/audit.ts';
import { listDeletions } from '../../src/features/deletions/deletions.ts';
import { readHome } from '../../src/features/home/home.ts';
import { readOwn } from '../../src/features/home/own.ts';
import { listRequests } from '../../src/features/requests/requests.ts';
import { listSessions } from '../../src/features/sessions/sessions.ts';
import { listExecutions } from '../../src/features/skills/executions/executions.ts';
import { COUNTED_SESSIONS } from '../../src/features/sessions/sql/counted.ts';
import { COUNTED_TASKS } from '../../src/features/tasks/sql/counted.ts';
import { listTasks } from '../../src/features/tasks/tasks.ts';
import { COUNTED_USERS } from '../../src/features/users/sql/counted.ts';
import { listUsers } from '../../src/features/users/users.ts';
import type { Context } from '../../src/access/context.ts';
import type { Database } from '../../src/lib/sql/sql.ts';
import { forgetCounts } from '../support/counting.ts';
import { DAY_MS } from '../../src/lib/time/clock.ts';
import { rowsRead } from '../support/rowsRead.ts';
import { keepStatistics } from '../support/statistics.ts';
import { openWorld } from '../support/world.ts';

const TASKS = 20_000;
const SESSIONS = 10_000;
const LOGGED = 20_000;
const PEOPLE = 2_000;
/** What a home page counts row by row, and a page of each kind of account. */
const READ_AT_MOST = 2_100;

const world = await openWorld({ on_one_server: true });
const { db } = world;
await keepStatistics(db);
const tenant = await world.account();
const { account_id } = tenant;
const device = await tenant.device();
const now = world.clock.now();
const rare = randomUUID();

/** Ids with the time of each row, the newest first. */
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
    ${at('number')}, '${device.user_id}', 'reference-' || number
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
  insert into request_log (account_id, id, request_id, method, path, query, status, ms, credential_id, client_id, address, user_agent, created_at)
  select '${account_id}', ${idAt('number')}, gen_random_uuid(), 'GET', '/v1/api-tenant-tasks', '',
    case when number % 10 = 0 then 404 when number = ${LOGGED} - 1 then 503 else 200 end, 1, '${randomUUID()}', null, '127.0.0.1', 'test', ${at('number')}
  from generate_series(1, ${LOGGED}) as number;
  insert into audit_entries (account_id, id, action, actor_kind, actor_id, target_id, details, created_at)
  select '${account_id}', ${idAt('number')}, 'key.created', 'user', '${tenant.admin_id}', gen_random_uuid()::text, '{}', ${at('number')}
  from generate_series(1, ${LOGGED}) as number;
  insert into skill_executions (account_id, id, skill_id, skill_name, response_target, caller, arguments, status, executed_at, closes_at)
  select '${account_id}', ${idAt('number')}, '${randomUUID()}', 'Skill', 'dashboard', 'api', '{}', 'success', ${at('number')}, ${at('number')}
  from generate_series(1, ${LOGGED}) as number;
`);
await db`vacuum (analyze)`;
for (const list of ['tasks', 'sessions', 'users']) await forgetCounts(db, account_id, list);
await countUncounted({ db, lists: [COUNTED_TASKS, COUNTED_SESSIONS, COUNTED_USERS] });

const PAGE = { limit: 50, offset: 0 };
type List = {
  table: string;
  read: (ctx: Context, filter: typeof PAGE) => Promise<unknown>;
  filters: Record<string, object>;
};

const home: List['read'] = (ctx) => readHome(ctx, { role: 'admin', time_zone: 'UTC' });
const own: List['read'] = (ctx) => readOwn({ ...ctx, actor: { kind: 'user', user_id: device.user_id } });
const last = (rows: number) => ({ offset: rows - PAGE.limit });
const YEAR_BEFORE = new Date(now.getTime() - 365 * DAY_MS).toISOString();

const LISTS: Record<string, List> = {
  'deletions of the home page': { table: 'core_deletions', read: home, filters: { 'no filter': {} } },
  'procedures of the home page': { table: 'procedures', read: home, filters: { 'no filter': {} } },
  'executions of the home page': { table: 'skill_executions', read: home, filters: { 'no filter': {} } },
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
      'an assignee and a rare status': { assigned_to: device.user_id, status: 'cancelled' },
      'a reference': { external_id: 'reference-9' },
      'an unknown reference': { external_id: 'unknown' },
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
  requests: {
    table: 'request_log',
    read: listRequests,
    filters: {
      'no filter': {},
      'a common refusal': { outcome: 'refused' },
      'a rare failure': { outcome: 'failed' },
      'a status of none': { status: 429 },
      'a key': { key_id: rare },
      'an app': { client_id: 'unknown' },
      'an id of a request': { request_id: rare },
      'the start of an id': { request_id: rare.slice(0, 8) },
      'a time before all': { to: YEAR_BEFORE },
    },
  },
  audit: {
    table: 'audit_entries',
    read: listAudit,
    filters: {
      'no filter': {},
      'an actor': { actor_id: rare },
      'a target': { target_id: rare },
      'a time before all': { to: YEAR_BEFORE },
    },
  },
  executions: {
    table: 'skill_executions',
    read: listExecutions,
    filters: {
      'no filter': {},
      'a rare status': { status: 'failure' },
      'a skill': { skill_id: rare },
      'a session': { session_id: rare },
      'a time before all': { to: YEAR_BEFORE },
    },
  },
};

async function measure(table: string, read: (ctx: Context) => Promise<unknown>): Promise<number> {
  return db.begin(async (tx) => {
    const ctx: Context = { ...tenant.ctx(), db: tx as unknown as Database };
    const before = await rowsRead(ctx.db, [table]);
    await read(ctx);
    const after = await rowsRead(ctx.db, [table]);
    return (after[table] ?? Number.NaN) - (before[table] ?? Number.NaN);
  });
}

for (const [name, { table, read, filters }] of Object.entries(LISTS)) {
  for (const [which, filter] of Object.entries(filters)) {
    test(`${name} with ${which} read a bounded number of rows`, async () => {
      const rows = await measure(table, (ctx) => read(ctx, { ...PAGE, ...filter }));
      assert.ok(rows <= READ_AT_MOST, `${rows} rows read`);
    });
  }
}

test('control: a request looked up by the text of its id reads the whole log', async () => {
  const rows = await measure(
    'request_log',
    (ctx) => ctx.db`
      select id
      from request_log
      where account_id = ${account_id}
        and request_id::text = ${rare}`,
  );
  assert.ok(rows >= LOGGED, `${rows} rows read`);
});

test('control: open tasks of a user counted row by row are all read', async () => {
  const rows = await measure(
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
