/* Imports of tasks, seats and people from lines of a CSV file: dry runs, duplicates, hostile cells, and repetitions. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compareTasks } from '../support/countedLists.ts';
import { memberOf } from '../support/memberOf.ts';
import { openWorld } from '../support/world.ts';
import { consoleOf } from '../../support/console.ts';
import { eventsOf } from '../support/events.ts';

const world = await openWorld();
const tenant = await world.account();
const stranger = await world.account();
const foreign_id = await stranger.user('Sly Stranger');
const member = await consoleOf(world, await memberOf(tenant));
const other = await consoleOf(world, stranger.admin);
const api = await tenant.api();
const bo = await tenant.user('Bo Builder');
const { email: bo_email } = (await member.get(`/person?user_id=${bo}`)).body;

type Line = Record<string, string>;
const send = (lines: readonly Line[], options: object = {}, headers = {}, caller = member) =>
  caller.post('/tasks/import', { lines, duplicates: 'skip', dry_run: false, ...options }, headers);
const statesOf = ({ body }: any): string[] => body.lines.map(({ state }: any) => state);
const faultsOf = ({ body }: any) => body.lines.map(({ fault }: any) => fault);
const found = async (external_id: string) =>
  (await member.get(`/tasks?external_id=${encodeURIComponent(external_id)}`)).body.tasks;

const full = (external_id: string) => ({
  external_id,
  title: 'Oil the press',
  description: 'First\n- second',
  status: 'completed',
  priority: 'urgent',
  due_date: '2026-05-01T10:00:00+02:00',
  assigned_to: bo_email.toUpperCase(),
});

async function assertCounts(): Promise<void> {
  const { ours, naive } = await compareTasks(world.db, tenant.account_id, {
    status: 'completed',
    limit: 25,
    offset: 0,
  });
  assert.deepEqual(ours, naive);
}

test('201 with a task for each line, with its events and counts', async () => {
  const answer = await send([full('IMP-1'), { title: 'Only a title', assigned_to: bo, priority: ' ' }]);
  assert.deepEqual([answer.status, ...statesOf(answer)], [201, 'created', 'created']);
  const [task] = await found('IMP-1');
  assert.deepEqual(
    [
      task.title,
      task.description,
      task.status,
      task.priority,
      task.due_date,
      task.assigned_to.name,
      task.source,
    ],
    [
      'Oil the press',
      'First\n- second',
      'completed',
      'urgent',
      '2026-05-01T08:00:00.000Z',
      'Bo Builder',
      'manual',
    ],
  );
  assert.ok(task.completed_at);
  const events = await eventsOf(world.db, tenant.account_id, task.id);
  assert.deepEqual(
    events.map(({ event }) => event),
    ['task.created', 'task.status_changed', 'task.completed'],
  );
  await assertCounts();
});

test('201 for a dry run with the same results, which writes nothing', async () => {
  const lines = [full('IMP-1'), full('DRY-1'), { title: '' }];
  const answer = await send(lines, { dry_run: true, duplicates: 'update' });
  assert.deepEqual(statesOf(answer), ['skipped', 'created', 'refused']);
  assert.deepEqual(await found('DRY-1'), []);
  assert.deepEqual(
    statesOf(await send([{ ...full('IMP-1'), title: 'New' }], { dry_run: true, duplicates: 'update' })),
    ['updated'],
  );
  assert.equal((await found('IMP-1'))[0].title, 'Oil the press');
});

test('201 for an import that skips or updates tasks with the same external id, and keeps members without a cell', async () => {
  const line = { external_id: 'IMP-1', title: 'Oil both presses', description: '' };
  assert.deepEqual(statesOf(await send([line])), ['skipped']);
  assert.equal((await found('IMP-1'))[0].title, 'Oil the press');
  assert.deepEqual(statesOf(await send([line, line], { duplicates: 'update' })), ['updated', 'repeated']);
  const [task] = await found('IMP-1');
  assert.deepEqual(
    [task.title, task.description, task.status],
    ['Oil both presses', 'First\n- second', 'completed'],
  );
  assert.deepEqual(statesOf(await send([line], { duplicates: 'update' })), ['skipped'], 'nothing changes');
  assert.deepEqual(
    statesOf(await send([{ external_id: 'IMP-1', status: 'open' }], { duplicates: 'update' })),
    ['updated'],
  );
  assert.equal((await found('IMP-1'))[0].completed_at, null);
  await assertCounts();
});

test('201 for an import that rejects an update of an external id that several tasks have', async () => {
  await api.post('/v1/api-tenant-tasks', { title: 'One', external_id: 'TWICE' });
  await api.post('/v1/api-tenant-tasks', { title: 'Two', external_id: 'TWICE' });
  const line = { external_id: 'TWICE', title: 'Three' };
  assert.deepEqual(statesOf(await send([line])), ['skipped']);
  assert.deepEqual(faultsOf(await send([line], { duplicates: 'update' })), [
    'external_id: several tasks have this external id',
  ]);
});

test('201 with the member and the rule of each rejected line, while the others are created', async () => {
  const answer = await send([
    { title: 'Fine', external_id: 'FINE' },
    { title: ' ' },
    { title: 'x'.repeat(501) },
    { title: 'Status', status: 'lost' },
    { title: 'Priority', priority: 'Very' },
    { title: 'Due', due_date: '31.02.2026' },
    { title: 'Assignee', assigned_to: foreign_id },
    { title: 'Assignee', assigned_to: stranger.admin.email },
    { title: 'Reference', external_id: 'y'.repeat(256) },
  ]);
  assert.deepEqual(faultsOf(answer), [
    null,
    'title: required',
    'title: must be 1 to 500 characters, not blank',
    'status: must be one of open, in_progress, completed, cancelled',
    'priority: must be one of low, medium, high, urgent',
    'due_date: must be a valid timestamp',
    'assigned_to: not an active user of this account',
    'assigned_to: not an active user of this account',
    'external_id: must have at most 255 characters',
  ]);
  assert.equal(answer.body.lines[6].details.path, 'assigned_to');
  assert.equal((await found('FINE')).length, 1);
});

test('201 for an import that stores hostile cells as text', async () => {
  const titles = ['=1+1', '<img src=x onerror=alert(1)>', '\u202Eevil', `'"; drop table tasks; --`];
  const answer = await send(titles.map((title, at) => ({ title, external_id: `EVIL-${at}` })));
  assert.deepEqual(
    statesOf(answer),
    titles.map(() => 'created'),
  );
  for (const [at, title] of titles.entries()) assert.equal((await found(`EVIL-${at}`))[0].title, title);
});

test('400 for too many lines, too long cells, NUL, and unknown options', async () => {
  const line = { title: 'A' };
  assert.equal((await send([])).status, 400);
  assert.equal((await send(Array.from({ length: 101 }, () => line))).status, 400);
  assert.equal((await send([{ title: 'x'.repeat(60_001) }])).status, 400);
  assert.equal((await send([{ title: 'x\u0000y' }])).status, 400);
  assert.equal((await send([line], { duplicates: 'merge' })).status, 400);
});

test('201 for an import that never changes a task of another account with the same external id', async () => {
  await send([full('SHARED')]);
  assert.deepEqual(
    statesOf(await send([{ external_id: 'SHARED', title: 'Theirs' }], { duplicates: 'update' }, {}, other)),
    ['created'],
  );
  assert.equal((await found('SHARED'))[0].title, 'Oil the press');
});

test('one task for each external id after ten simultaneous imports of one file', async () => {
  const lines = Array.from({ length: 20 }, (_, at) => ({ title: `Task ${at}`, external_id: `RACE-${at}` }));
  const answers = await Promise.all(Array.from({ length: 10 }, () => send(lines)));
  const states = answers.flatMap(statesOf);
  assert.deepEqual([states.length, states.filter((state) => state === 'created').length], [200, 20]);
  for (const at of [0, 9, 19]) assert.equal((await found(`RACE-${at}`)).length, 1);
  // Control: the API accepts a second task with an external id.
  await api.post('/v1/api-tenant-tasks', { title: 'Again', external_id: 'RACE-0' });
  assert.equal((await found('RACE-0')).length, 2);
});

test('a repeated batch with its idempotency key creates no second task, also without external ids', async () => {
  const lines = [{ title: 'Sent repeatedly' }];
  const key = { 'Idempotency-Key': 'import-1-0' };
  const [first, second] = [await send(lines, {}, key), await send(lines, {}, key)];
  assert.deepEqual(second.body, first.body);
  const count = async () => (await member.get('/tasks?title=repeatedly')).body.total;
  assert.equal(await count(), 1);
  // Control: without the key the lines are new tasks.
  await send(lines);
  assert.equal(await count(), 2);
});
