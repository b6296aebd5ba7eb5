/* Lists of logs read a bounded number of rows in an account with long logs, with every filter. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { listAudit } from '../../src/audit/audit.ts';
import { MOST_CHARTED_ROWS } from '../../src/features/home/contract.ts';
import { readHome } from '../../src/features/home/home.ts';
import { searchRecords } from '../../src/features/search/search.ts';
import { listRequests } from '../../src/features/requests/requests.ts';
import { listExecutions } from '../../src/features/skills/executions/executions.ts';
import { listDeliveries } from '../../src/features/webhooks/log/deliveries.ts';
import { MOST_SEARCHED } from '../../src/lib/sql/logSearch.ts';
import { DAY_MS } from '../../src/lib/time/clock.ts';
import { countRowsRead, PAGE, testBounds, type List } from '../support/bounds.ts';
import { keepStatistics } from '../support/statistics.ts';
import { openWorld } from '../support/world.ts';

const LOGGED = 50_000;

const world = await openWorld({ on_one_server: true });
const { db } = world;
await keepStatistics(db);
const tenant = await world.account();
const { account_id } = tenant;
const now = world.clock.now();
const rare = randomUUID();

/** SQL for ids that contain the time of each row, newest first. */
const ID = `
  (lpad(to_hex((extract(epoch from '${now.toISOString()}'::timestamptz - number * interval '1 second') * 1000)::bigint), 12, '0')
    || '70008000' || lpad(to_hex(number), 12, '0'))::uuid`;
const AT = `'${now.toISOString()}'::timestamptz - number * interval '1 second'`;

const endpoint_id = randomUUID();
await db.unsafe(`
  insert into webhook_endpoints (account_id, id, url, events, secret, is_managed, created_at)
  values ('${account_id}', '${endpoint_id}', 'https://example.com', '{task.created}', '', false, '${now.toISOString()}')`);
/** The rows are inserted in parts, because of the statement timeout. */
for (let from = 1; from < LOGGED; from += 10_000)
  await db.unsafe(`
    insert into request_log (account_id, id, request_id, method, path, query, status, ms, credential_id, client_id, address, user_agent, created_at)
    select '${account_id}', ${ID}, gen_random_uuid(), 'GET', '/v1/api-tenant-tasks', '',
      case when number % 10 = 0 then 404 when number = ${LOGGED} - 1 then 503 else 200 end, 1, '${randomUUID()}', null, '127.0.0.1', 'test', ${AT}
    from generate_series(${from}, ${from + 9_999}) as number;
    insert into audit_entries (account_id, id, action, actor_kind, actor_id, target_id, details, created_at)
    select '${account_id}', ${ID}, 'key.created', 'user', '${tenant.admin_id}', gen_random_uuid()::text, '{}', ${AT}
    from generate_series(${from}, ${from + 9_999}) as number;
    insert into skill_executions (account_id, id, skill_id, skill_name, response_target, caller, arguments, status, executed_at, closes_at)
    select '${account_id}', ${ID}, '${randomUUID()}', 'Skill', 'dashboard', 'api', '{}', 'success', ${AT}, ${AT}
    from generate_series(${from}, ${from + 9_999}) as number;
    insert into webhook_deliveries (account_id, event_id, endpoint_id, event, state, attempts, created_at)
    select '${account_id}', ${ID}, '${endpoint_id}', 'task.created', 'delivered', 1, ${AT}
    from generate_series(${from}, ${from + 9_999}) as number;
  `);
await db`vacuum (analyze)`;

const last = (rows: number) => ({ offset: rows - PAGE.limit });
const YEAR_BEFORE = new Date(now.getTime() - 365 * DAY_MS).toISOString();

const home: List['read'] = (ctx) => readHome(ctx, { role: 'admin', time_zone: 'UTC' });

const findId: List['read'] = (ctx) => searchRecords(ctx, 'admin', { text: rare });

const LISTS: Record<string, List> = {
  'deliveries of the home page': {
    table: 'webhook_deliveries',
    searches: MOST_CHARTED_ROWS / MOST_SEARCHED,
    read: home,
    filters: { 'no filter': {} },
  },
  'requests of the search': { table: 'request_log', read: findId, filters: { 'an id': {} } },
  'executions of the home page': { table: 'skill_executions', read: home, filters: { 'no filter': {} } },
  requests: {
    table: 'request_log',
    read: listRequests,
    filters: {
      'no filter': {},
      'a common refusal': { outcome: 'refused' },
      'a key': { key_id: rare },
      'an app': { client_id: 'unknown' },
      'a key and a path': { key_id: rare, path: 'unknown' },
      'an id of a request': { request_id: rare },
      'the start of an id': { request_id: rare.slice(0, 8) },
      'a time before all': { to: YEAR_BEFORE },
    },
  },
  'requests searched': {
    table: 'request_log',
    searches: 2,
    read: listRequests,
    filters: {
      'a rare failure': { outcome: 'failed' },
      'a status of none': { status: 429 },
      'a success of none': { status: 201 },
      'a method of none': { method: 'DELETE' },
      'a path of none': { path: 'unknown' },
      'the last page': last(LOGGED),
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
  'audit searched': {
    table: 'audit_entries',
    searches: 2,
    read: listAudit,
    filters: { 'an action of none': { action: 'app' }, 'the last page': last(LOGGED) },
  },
  'audit searched by name': {
    table: 'audit_entries',
    searches: 3,
    read: listAudit,
    filters: { 'a name of none': { name: 'unknown' } },
  },
  'deliveries searched': {
    table: 'webhook_deliveries',
    searches: 2,
    read: listDeliveries,
    filters: {
      'a type of none': { event: 'task.completed' },
      'an endpoint and a type of none': { endpoint_id, event: 'task.completed' },
      'a state of none': { state: 'pending' },
      'an endpoint and a state of none': { endpoint_id, state: 'cancelled' },
      'the last page': last(LOGGED),
      'the last page of an endpoint': { endpoint_id, ...last(LOGGED) },
    },
  },
  'executions searched': {
    table: 'skill_executions',
    searches: 2,
    read: listExecutions,
    filters: {
      'a caller of none': { caller: 'agent' },
      'a caller of none and a common status': { caller: 'agent', status: 'success' },
      'the last page': last(LOGGED),
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
  deliveries: {
    table: 'webhook_deliveries',
    read: listDeliveries,
    filters: {
      'no filter': {},
      'an event': { event_id: rare },
      'a failure of none': { state: 'failed' },
      'a time before all': { to: YEAR_BEFORE },
    },
  },
};

testBounds(world, tenant, LISTS);

/** Conditions of statements that read a log to its end, as controls. */
const UNBOUNDED = {
  request_log: `method = 'DELETE'`,
  audit_entries: `action = 'app'`,
  webhook_deliveries: `event = 'task.completed'`,
  skill_executions: `caller = 'agent'`,
};

for (const [table, condition] of Object.entries(UNBOUNDED)) {
  test(`control: a page of ${table} without an index for its filter reads the whole table`, async () => {
    const rows = await countRowsRead(
      world,
      tenant,
      table,
      (ctx) => ctx.db`
        select account_id
        from ${ctx.db.unsafe(table)}
        where account_id = ${account_id}
          and ${ctx.db.unsafe(condition)}
        limit 51`,
    );
    assert.ok(rows >= LOGGED, `${rows} rows read`);
  });
}

test('control: a lookup of a request by the text of its id reads the whole log', async () => {
  const rows = await countRowsRead(
    world,
    tenant,
    'request_log',
    (ctx) => ctx.db`
      select id
      from request_log
      where account_id = ${account_id}
        and request_id::text = ${rare}`,
  );
  assert.ok(rows >= LOGGED, `${rows} rows read`);
});
