import assert from 'node:assert/strict';
import { test } from 'node:test';
import { searchTasks } from '../../src/features/search/sql/tasks.ts';
import type { Database } from '../../src/lib/sql/sql.ts';
import { consoleOf } from '../../support/console.ts';
import { openAccountCallers } from '../contracts/support/stage.ts';
import { memberOf } from '../support/memberOf.ts';
import { onOneServer } from '../support/cluster.ts';
import { rowsRead } from '../support/rowsRead.ts';
import { openWorld } from '../support/world.ts';

const MANY = 5_000;
/** The number of the newest rows that the search reads one by one for common words. */
const NEWEST = 500;

const world = await openWorld();
const { tenant, make, ask } = await openAccountCallers(world);
const callers = {
  admin: await consoleOf(world, tenant.admin),
  member: await consoleOf(world, await memberOf(tenant)),
};
const strangers = await world.account('Werkstatt Süd');
const theirs = await strangers.api();
const THEIRS = 'Grease the turntable';
await theirs.post('/v1/api-tenant-tasks', { title: THEIRS, external_id: 'WO-4711' });

type Found = {
  kind: string;
  id: string;
  title: string;
  detail: string | null;
  status: string | null;
  person: string | null;
  at: string | null;
  parent_id: string | null;
};

async function find(role: keyof typeof callers, text: string): Promise<Found[]> {
  const { status, body } = await callers[role].get(`/search?${new URLSearchParams({ text }).toString()}`);
  assert.equal(status, 200);
  return body.found;
}

const event = await make.delivery();
const task_id = await make.task({ title: 'Calibrate the spectrometer', external_id: 'WO-4711' });
const session_id = await make.session({ session_name: 'Mount the spectrometer' });
await world.app.requests.flush();
const [logged] = await world.db<{ request_id: string }[]>`
  select request_id
  from request_log
  where account_id = ${tenant.account_id}
  limit 1`;
/** A record of each kind, and the operation of its page. */
const KINDS: Record<string, readonly [id: string, needs: string]> = {
  task: [task_id, 'GET /tasks'],
  session: [session_id, 'GET /sessions'],
  user: [await tenant.user('Spencer Spectre'), 'GET /people'],
  procedure: [await make.procedure(), 'GET /procedures'],
  form: [await make.form({ name: 'Spectral sheet' }), 'GET /forms'],
  document: [await make.document({ name: 'spectrum.txt' }), 'GET /documents'],
  skill: [await make.skill({ name: 'Spectrum' }), 'GET /skills'],
  endpoint: [event.endpoint_id, 'GET /endpoints'],
  key: [await make.key(), 'GET /keys'],
  seat: [await make.seat({ device_name: 'Spectacles' }), 'GET /seats'],
  integration: [await make.integration(), 'GET /integrations'],
  submission: [await make.submission(), 'GET /submissions'],
  execution: [await runSkill(), 'GET /executions'],
  event: [event.event_id, 'GET /deliveries'],
  request: [String(logged?.request_id), 'GET /requests'],
};
const app_id = await make.app();
const { account_id } = tenant;
await addTasks();
await world.db`analyze tasks`;

async function runSkill(): Promise<string> {
  const body = { skill_id: await make.searchSkill(), arguments: { query: 'valve' } };
  await ask('POST /console/v1/skills/test', { body });
  const { executions } = (await callers.admin.get('/executions')).body;
  return executions[0].id;
}

async function addTasks(): Promise<void> {
  await world.db`
    insert into tasks (account_id, id, title, status, priority, source, created_at)
    select
      ${account_id}, gen_random_uuid(), 'Oil the hinge ' || number, 'open', 'medium', 'api',
      ${world.clock.now()}::timestamptz + number * interval '1 second'
    from generate_series(1, ${MANY}) as number`;
}

for (const [kind, [id, needs]] of Object.entries(KINDS))
  for (const role of ['admin', 'member'] as const)
    test(`200 with the ${kind} of an id for the ${role}`, async () => {
      const { may } = (await callers[role].get('/me')).body;
      const expected = may.includes(needs) ? [[kind, id]] : [];
      assert.deepEqual(
        (await find(role, ` ${id.toUpperCase()} `)).map((one) => [one.kind, one.id]),
        expected,
      );
    });

test('200 with records of every kind by the first letters of a word', async () => {
  const kinds = async (role: 'admin' | 'member') =>
    new Set((await find(role, 'spec')).map(({ kind }) => kind));
  const shown = ['task', 'session', 'user', 'form', 'document', 'skill'];
  assert.deepEqual(await kinds('member'), new Set(shown));
  assert.deepEqual(await kinds('admin'), new Set([...shown, 'seat']));
});

test('200 with endpoints, apps, keys and integrations for admins only', async () => {
  for (const [text, kind] of [
    ['8.8.8.8', 'endpoint'],
    ['Planner', 'app'],
    [app_id, 'app'],
    ['erp', 'integration'],
  ] as const) {
    assert.ok(
      (await find('admin', text)).some((one) => one.kind === kind),
      text,
    );
    assert.deepEqual(
      (await find('member', text)).filter((one) => one.kind === kind),
      [],
    );
  }
});

test('200 with the task of a reference first, and never one of another account', async () => {
  const [first] = await find('member', 'WO-4711');
  assert.deepEqual([first?.kind, first?.id, first?.detail], ['task', task_id, 'WO-4711']);
  assert.deepEqual(await find('admin', 'turntable'), []);
  const others = await consoleOf(world, strangers.admin);
  assert.equal((await others.get('/search?text=turntable')).body.found[0].title, THEIRS);
});

test('200 with the status, the person and the time that distinguish equal titles', async () => {
  const user_id = await tenant.user('Wim Wearer');
  const due_date = '2026-12-04T10:00:00.000Z';
  for (const more of [{ due_date, assigned_to: user_id }, {}])
    await make.task({ title: 'Polish the lens', ...more });
  const facts = async (text: string) =>
    (await find('admin', text)).map(({ kind, status, person, at }) => [kind, status, person, at]);
  assert.deepEqual(await facts('polish lens'), [
    ['task', 'open', null, null],
    ['task', 'open', 'Wim Wearer', due_date],
  ]);
  await make.seat({ device_name: 'Polaroid', user_id });
  assert.deepEqual(await facts('polaroid'), [['seat', 'unpaired', 'Wim Wearer', null]]);
  assert.deepEqual(await facts('wim'), [['user', 'active', null, null]]);
  for (const [kind, [id]] of Object.entries(KINDS)) {
    const [found] = await find('admin', id);
    assert.equal(typeof found?.status, kind === 'request' ? 'object' : 'string', kind);
  }
});

test('200 with eight tasks for a common word', async () => {
  const tasks = (await find('member', 'hinge')).filter(({ kind }) => kind === 'task');
  assert.equal(tasks.length, 8);
});

test('200 with tasks of the same moment in the order of their ids, the newest first', async () => {
  const made = [];
  for (let at = 0; at < 4; at++) made.push(await make.task({ title: 'Solder the flange' }));
  const found = (await find('member', 'flange')).filter(({ kind }) => kind === 'task');
  assert.equal(new Set(found.map(({ at }) => at)).size, 1);
  assert.deepEqual(
    found.map(({ id }) => id),
    made.toReversed(),
  );
});

test('200 for all words in any order and case, and for text without words', async () => {
  for (const text of ['SPECTROMETER cal', 'cal SPECTROMETER', 'spec the calib', 'cal cal'])
    assert.equal((await find('member', text))[0]?.id, task_id, text);
  assert.deepEqual(await find('member', 'spectrometer hinge'), []);
  for (const text of [
    '!!!',
    "' | a",
    '\\',
    ':*',
    '%',
    '<->',
    'a & b',
    'a <2> !b:*AB',
    "o'brien",
    'ins '.repeat(50),
  ])
    await find('member', text);
});

test('400 for an empty query and for a query that is too long', async () => {
  assert.equal((await callers.member.get('/search?text=')).status, 400);
  assert.equal((await callers.member.get(`/search?text=${'a'.repeat(201)}`)).status, 400);
  assert.equal((await callers.member.get(`/search?text=${'a'.repeat(10_000)}`)).status, 400);
  assert.equal((await callers.member.get('/search?text=a%00b')).status, 400);
});

test('200 without deleted sessions', async () => {
  const gone = await make.session({ session_name: 'Mothballed' });
  assert.equal((await find('admin', 'mothballed')).length, 1);
  await ask('DELETE /console/v1/sessions', { query: { session_id: gone } });
  assert.deepEqual([await find('admin', 'mothballed'), await find('admin', gone)], [[], []]);
});

test(
  '200 for a rare and for a common word, which read a few rows of many',
  onOneServer('counts of rows read'),
  async () => {
    assert.ok((await countRead('spectrometer')) <= 2 * NEWEST);
    assert.ok((await countRead('hinge')) <= 2 * NEWEST);
  },
);

test(
  'control: without its index, the search for a rare word reads all rows',
  onOneServer('counts of rows read'),
  async () => {
    assert.ok((await countRead('spectrometer', 'drop index tasks_by_words')) >= MANY);
  },
);

test('200 with an older task by the first three letters of a word, and by two letters only if they are the whole word', async () => {
  const titles = async (text: string) =>
    (await searchTasks(world.db, account_id, { typed: text, now: world.clock.now() })).map(
      ({ title }) => title,
    );
  assert.deepEqual(await titles('spe'), ['Calibrate the spectrometer']);
  assert.deepEqual(await titles('sp'), []);
});

/** Counts read rows in a transaction that is rolled back afterwards. */
async function countRead(text: string, change = 'select 1'): Promise<number> {
  let read = 0;
  await assert.rejects(
    world.db.begin(async (tx) => {
      await tx.unsafe(change);
      const db = tx as unknown as Database;
      const before = await rowsRead(db, ['tasks']);
      const found = await searchTasks(tx, account_id, { typed: text, now: world.clock.now() });
      assert.ok(found.length > 0);
      read = (await rowsRead(db, ['tasks'])).tasks - before.tasks;
      throw new Error('rolled back');
    }),
    /rolled back/,
  );
  return read;
}
