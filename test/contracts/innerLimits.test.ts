/* The greatest number of rows of lists without pages. Each list has one row more than its limit. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newId } from '../../src/lib/ids.ts';
import { openWorld } from '../support/world.ts';
import { openAccountCallers } from './support/stage.ts';

type Row = any;
type InnerLimit = {
  query?: Record<string, string>;
  rows: (answer: Row) => Row[];
  most: number;
  /** Creates `count` more rows. */
  add: (count: number) => Promise<void>;
};

const world = await openWorld();
const { db, clock } = world;
const { ask, make, tenant } = await openAccountCallers(world);
const { admin_id } = tenant;

/** Copies a row with new ids. `changes` is a JSON object in SQL; `copy.n` is the number of the copy. */
async function copyRow(table: string, row_id: string, count: number, changes = "'{}'"): Promise<void> {
  const ids = Array.from({ length: count }, () => newId(clock.now()));
  await db.unsafe(
    `insert into ${table}
     select (jsonb_populate_record(one, jsonb_build_object('id', copy.id) || (${changes})::jsonb)).*
     from ${table} as one
     cross join unnest($2::uuid[]) with ordinality as copy (id, n)
     where one.id = $1`,
    [row_id, ids],
  );
}

async function idOf(table: string, condition: string): Promise<string> {
  const [row] = await db.unsafe<{ id: string }[]>(`select id from ${table} where ${condition}`);
  assert.ok(row, `no row of ${table} with ${condition}`);
  return row.id;
}

const task_id = await make.task();
await ask('PATCH /console/v1/tasks', { query: { task_id }, body: { priority: 'low' } });
const session_id = await make.session();
const skill_id = await make.searchSkill();
await ask('POST /device/v1/skills/execute', {
  body: { skill_id, arguments: { query: 'valve' }, session_id },
});
const procedure_id = await make.procedure();
await ask('PATCH /console/v1/procedures', { query: { procedure_id }, body: { status: 'approved' } });
const own_task = await make.task({ title: 'Wombat', assigned_to: admin_id });
const own_session = await make.session();
const own_seat = await make.seat({ user_id: admin_id, device_name: 'Quokka' });
await db`update sessions set user_id = ${admin_id} where id = ${own_session}`;

const LIMITS: Record<string, InnerLimit> = {
  'GET /console/v1/task': {
    query: { task_id },
    rows: ({ history }) => history,
    most: 200,
    add: async (count) =>
      copyRow('task_changes', await idOf('task_changes', `task_id = '${task_id}'`), count),
  },
  'GET /console/v1/session/skills': {
    query: { session_id },
    rows: ({ executions }) => executions,
    most: 100,
    add: async (count) =>
      copyRow('skill_executions', await idOf('skill_executions', `session_id = '${session_id}'`), count),
  },
  'GET /device/v1/manifest': {
    rows: ({ procedures }) => procedures,
    most: 500,
    add: (count) =>
      copyRow(
        'procedures',
        procedure_id,
        count,
        "jsonb_build_object('position', (select max(position) + copy.n from procedures))",
      ),
  },
  'GET /console/v1/home/own (tasks)': {
    rows: ({ tasks }) => tasks,
    most: 6,
    add: (count) => copyRow('tasks', own_task, count),
  },
  'GET /console/v1/home/own (sessions)': {
    rows: ({ sessions }) => sessions,
    most: 5,
    add: (count) => copyRow('sessions', own_session, count),
  },
  'GET /console/v1/home/own (seats)': {
    rows: ({ seats }) => seats,
    most: 5,
    add: (count) => copyRow('seats', own_seat, count),
  },
  'GET /console/v1/search (tasks)': {
    query: { text: 'Wombat' },
    rows: ({ found }) => found,
    most: 8,
    add: (count) => copyRow('tasks', own_task, count),
  },
  'GET /console/v1/search (seats)': {
    query: { text: 'Quokka' },
    rows: ({ found }) => found,
    most: 5,
    add: (count) => copyRow('seats', own_seat, count),
  },
  'GET /console/v1/staff/backups': {
    rows: ({ backups }) => backups,
    most: 100,
    add: async (count) => {
      await db`
        insert into backups (id, place, state, started_at, alive_at)
        select id, '/backups', 'failed', now(), now()
        from unnest(${Array.from({ length: count + 1 }, () => newId(clock.now()))}::uuid[]) as id`;
    },
  },
};

for (const [name, { query, rows, most, add }] of Object.entries(LIMITS))
  test(`200 for ${name} with at most ${most} rows`, async () => {
    const count = async () => {
      const { status, text, body } = await ask(name, { ...(query && { query }) });
      assert.equal(status, 200, text);
      return rows(body).length;
    };
    await add(most - 1);
    assert.equal(await count(), most);
    await add(1);
    assert.equal(await count(), most);
  });

test('400 for a report of more than 400 days, 200 for one of 400', async () => {
  const statusUntil = async (to: string) =>
    (await ask('GET /console/v1/report', { query: { from: '2025-01-01', to, by: 'day' } })).status;
  assert.deepEqual([await statusUntil('2026-02-04'), await statusUntil('2026-02-05')], [200, 400]);
});
