/* Many simultaneous changes of one task wait in a queue of the process, not in the database. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createConnectionSharesFromSetting } from '../../src/access/connectionShares.ts';
import { readTaskDetail } from '../../src/features/tasks/history.ts';
import { listTaskHistory } from '../../src/features/tasks/sql/history.ts';
import { connect } from '../../src/lib/sql/sql.ts';
import { callerAt, type Answer } from '../../support/caller.ts';
import { eventually } from '../../support/eventually.ts';
import { eventsOf } from '../support/events.ts';
import { countWaiting } from '../support/waitingStatements.ts';
import { openWorld, startNode } from '../support/world.ts';

const PATH = '/v1/api-tenant-tasks';
const CHANGES = 200;
/** The shortest wait for a database connection of the account after which a change gets a 503. */
const SHORTEST_WAIT_MS = 1_000;
/** The connections for requests in a process with default settings. */
const CONNECTIONS = 6;
const upTo = (count: number) => Array.from({ length: count }, (_, at) => at);

const world = await openWorld({ on_one_server: true });
const tenant = await world.account();
const { token } = await tenant.api();
const user_id = await tenant.user('Bo Builder');
const hook = { url: 'https://8.8.8.8/hook', events: ['task.status_changed'] };
await world.as(String(token)).post('/v1/webhook-subscribe', hook);

/** Opens a node with as many connections as a process has for requests, and limits per account. */
async function openNode() {
  await using undo = new AsyncDisposableStack();
  const session = { lock_timeout: '2000' };
  const options = { max: CONNECTIONS, wait_ms: 1_500, for_reads: 2, session };
  const db = undo.adopt(connect(world.connection, options), (one) => one.end({ timeout: 1 }));
  const shares = createConnectionSharesFromSetting('auto', CONNECTIONS);
  const { tools } = world;
  const node = undo.adopt(await startNode({ db, tools, shares }, 0), (app) => app.close());
  const opened = undo.move();
  const api = callerAt(node.server.listeningOrigin, token);
  const make = async () => String((await api.post(PATH, { title: 'Hot' })).body.id);
  return { api, make, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}

/** Returns true if a change was made. On a slow machine, some changes wait for the maximum time and get a 503. */
async function isMade(asked: Promise<Answer>): Promise<boolean> {
  const began_ms = performance.now();
  const { status, headers } = await asked;
  const waited_ms = performance.now() - began_ms;
  if (status === 200) return true;
  assert.deepEqual([status, headers.get('retry-after')], [503, '1']);
  assert.ok(waited_ms >= SHORTEST_WAIT_MS, `refused after ${waited_ms} ms`);
  return false;
}

for (const [what, changeAt] of Object.entries({
  'its title': (at: number) => ({ title: `Title ${at}` }),
  'its status': (at: number) => ({ status: at % 2 === 0 ? 'in_progress' : 'open' }),
  'its assignee': (at: number) => ({ assigned_to: at % 2 === 0 ? user_id : null }),
}))
  test(`200 for each of ${CHANGES} concurrent changes of ${what} that gets its turn in time`, async (t) => {
    await using node = await openNode();
    const { api, make } = node;
    const id = await make();
    const made = await Promise.all(
      upTo(CHANGES).map((at) => isMade(api.patch(`${PATH}?task_id=${id}`, changeAt(at)))),
    );
    const count = made.filter(Boolean).length;
    t.diagnostic(`${count} of ${CHANGES} changes were made in time`);
    const history = await listTaskHistory(world.db, tenant.account_id, id, 2 * CHANGES);
    // A change without an effect has no entry, and the order of entries is the order of arrival.
    assert.ok(what === 'its title' ? history.length === count + 1 : history.length > 1, `${history.length}`);
    for (const [at, { changes }] of history.entries()) {
      const [older] = history.slice(at + 1);
      for (const [member, [before]] of Object.entries(changes))
        if (older && member in older.changes) assert.equal(Object(older.changes)[member][1], before, member);
    }
    if (what !== 'its status') return;
    // The event of the creation comes first and is left out.
    const told = (await eventsOf(world.db, tenant.account_id, id)).slice(1);
    assert.equal(told.length, history.length - 1);
    for (const [at, { data }] of told.entries())
      if (at > 0) assert.equal(data['previous_status'], told[at - 1]?.data['new_status']);
  });

test('503 with Retry-After for changes of a task that another process keeps locked, 200 for other tasks', async () => {
  await using node = await openNode();
  const { api, make } = node;
  const [held, free] = [await make(), await make()];
  const [locked, over] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const holding = world.db.begin(async (tx) => {
    await tx`select 1 from tasks where account_id = ${tenant.account_id} and id = ${held} for update`;
    locked.resolve();
    await over.promise;
  });
  await locked.promise;
  const waiting = upTo(20).map((at) => api.patch(`${PATH}?task_id=${held}`, { title: `Late ${at}` }));
  await eventually(
    () => countWaiting(world.db),
    (waits) => waits > 0,
  );
  assert.equal(await countWaiting(world.db), 1, 'one connection for all changes of the task');
  for (const at of upTo(10))
    assert.equal((await api.patch(`${PATH}?task_id=${free}`, { title: `Free ${at}` })).status, 200);
  for (const { status, headers, text } of await Promise.all(waiting))
    assert.deepEqual([status, headers.get('retry-after'), text], [503, '1', '']);
  over.resolve();
  await holding;
  const { task, history } = await readTaskDetail(tenant.ctx(), held);
  assert.deepEqual([task.title, history.length], ['Hot', 1]);
  assert.equal((await api.patch(`${PATH}?task_id=${held}`, { title: 'Later' })).status, 200);
});
