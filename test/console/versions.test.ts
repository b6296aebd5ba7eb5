import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { readListVersions } from '../../src/features/home/versions.ts';
import { readListVersions as readAlone } from '../../src/features/home/sql/versions.ts';
import { connect } from '../../src/lib/sql/sql.ts';
import { consoleOf } from '../../support/console.ts';
import { LONG_TIMEOUTS } from '../support/longTimeouts.ts';
import { openWorld } from '../support/world.ts';

const world = await openWorld();
const [tenant, other] = [await world.account(), await world.account()];
const [admin, stranger] = [await consoleOf(world, tenant.admin), await consoleOf(world, other.admin)];
const statements: string[] = [];
const db = connect(world.connection, { ...LONG_TIMEOUTS, observe: (text) => void statements.push(text) });
after(() => db.end());

const PAGES = 40;
const account_id = tenant.account_id;
const pages = Array.from({ length: PAGES }, () => ({ db, account_id }));
const read = () => readAlone(world.db, account_id);

async function countStatements(work: () => Promise<unknown>): Promise<number> {
  statements.length = 0;
  await work();
  return statements.length;
}

test('version requests of one account share one statement, those of two accounts do not', async (t) => {
  await db`select 1`;
  const time = { now_ms: 1_000_000 };
  t.mock.method(performance, 'now', () => time.now_ms);
  assert.equal(await countStatements(() => Promise.all(pages.map((page) => readListVersions(page)))), 1);
  assert.equal(await countStatements(() => readListVersions({ db, account_id })), 0);
  assert.equal(await countStatements(() => readListVersions({ db, account_id: other.account_id })), 1);
  time.now_ms += 1_000;
  assert.equal(await countStatements(() => readListVersions({ db, account_id })), 1);
});

test('control: without sharing, each page takes a statement', async () => {
  assert.equal(
    await countStatements(() => Promise.all(pages.map((page) => readAlone(page.db, account_id)))),
    PAGES,
  );
});

test('200 with a version that changes with each edit in this account only', async () => {
  const others = await readAlone(world.db, other.account_id);
  const seen = [(await read()).tasks];
  const note = async () => seen.push((await read()).tasks);
  const { id } = (await admin.post('/tasks', { title: 'Oil the hinge' })).body;
  await note();
  for (const change of [
    { status: 'in_progress' },
    { priority: 'high' },
    { status: 'open' },
    { title: 'Oil it' },
  ]) {
    assert.equal((await admin.patch(`/tasks?task_id=${id}`, change)).status, 200);
    await note();
  }
  assert.equal(new Set(seen).size, 6);
  assert.equal((await read()).tasks, seen.at(-1));
  assert.deepEqual(await readAlone(world.db, other.account_id), others);
});

test('200 with a version that changes when an old task changes', async () => {
  const { id } = (await admin.post('/tasks', { title: 'Long ago' })).body;
  for (let at = 0; at < 55; at += 1) await admin.post('/tasks', { title: `Pump ${at}` });
  world.clock.advance(1_000);
  const before = await read();
  await admin.patch(`/tasks?task_id=${id}`, { status: 'completed' });
  const moved = await read();
  assert.notEqual(moved.tasks, before.tasks);
  assert.equal(moved.sessions, before.sessions);
});

test('200 for a sign-in, 401 for the request after the sign-in ended', async () => {
  assert.equal((await stranger.get('/versions')).status, 200);
  await world.db`update users set status = 'inactive' where account_id = ${other.account_id}`;
  assert.equal((await stranger.get('/versions')).status, 401);
});
