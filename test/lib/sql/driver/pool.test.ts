import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { connect, countPoolConnections } from '../../../../src/lib/sql/sql.ts';
import { eventually } from '../../../../support/eventually.ts';
import { cloneDatabase } from '../../../support/database.ts';
import { LONG_TIMEOUTS } from '../../../support/longTimeouts.ts';
import { countWaiting, waitUntilAsleep } from '../../../support/waitingStatements.ts';

const fresh = await cloneDatabase({ on_one_server: true });
after(() => fresh.drop());
await fresh.db`create table pool_turns (n int)`;

test('100 callers share 5 connections, and each gets its own result', async () => {
  const db = connect(fresh.connection, { max: 5, ...LONG_TIMEOUTS });
  const ask = (n: number) => db<{ n: number; pid: number }[]>`
    select ${n}::int as n, pg_backend_pid() as pid, pg_advisory_xact_lock_shared(1)`;
  const asking = await fresh.db.begin(async (tx) => {
    // The lock keeps the first callers waiting, each on its own connection.
    await tx`select pg_advisory_xact_lock(1)`;
    const asked = Array.from({ length: 100 }, (_, n) => ask(n));
    const answered = Promise.all(asked);
    await eventually(
      () => countWaiting(fresh.db),
      (count) => count === 5,
    );
    return { answered };
  });
  const answers = (await asking.answered).flat();
  assert.deepEqual(
    answers.map(({ n }) => n),
    Array.from({ length: 100 }, (_, n) => n),
  );
  assert.equal(new Set(answers.map(({ pid }) => pid)).size, 5);
  await db.end({ timeout: 1 });
});

test('a reserved connection ends with its transaction and cursor; control: other connections are used again', async () => {
  const db = connect(fresh.connection, { max: 1, ...LONG_TIMEOUTS });
  const readPid = async () => (await db<[{ pid: number }]>`select pg_backend_pid() as pid`)[0].pid;
  const pid = await readPid();
  assert.equal(await readPid(), pid);
  const reserved = await db.reserve();
  await reserved.unsafe('begin read only');
  await reserved.unsafe('declare numbers cursor with hold for select 1');
  reserved.release();
  assert.notEqual(await readPid(), pid);
  await db`insert into pool_turns values (1)`;
  assert.deepEqual([...(await db`select name from pg_cursors where name <> ''`)], []);
  await db.end({ timeout: 1 });
});

test('a closed pool leaves no timer', async () => {
  const countTimers = () => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;
  const before = countTimers();
  const db = connect(fresh.connection, { max: 1, ...LONG_TIMEOUTS });
  await db`select 1`;
  await db.end({ timeout: 3_600 });
  await eventually(countTimers, (count) => count <= before);
});

test('a wait for a connection times out with an error, and the next caller gets the connection', async (t) => {
  const db = connect(fresh.connection, { max: 1, ...LONG_TIMEOUTS, wait_ms: 1_000 });
  await db`select 1`;
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const held = Promise.withResolvers<void>();
  const holding = db.begin(async (tx) => {
    await tx`select 1`;
    await held.promise;
  });
  const late = Promise.allSettled([db`select 1 as n`]);
  await setImmediate();
  t.mock.timers.tick(600);
  const others = Promise.all([db`select 2 as n`, db`select 3 as n`]);
  await setImmediate();
  t.mock.timers.tick(400);
  const [told] = await late;
  assert.match(String(told?.status === 'rejected' && told.reason), /No connection to the database was free/);
  t.mock.timers.reset();
  held.resolve();
  await holding;
  assert.deepEqual((await others).flat(), [{ n: 2 }, { n: 3 }]);
  await db.end({ timeout: 1 });
});

test('a connection stays usable after a statement that was cancelled or timed out', async () => {
  const db = connect(fresh.connection, { max: 1, ...LONG_TIMEOUTS });
  const [own] = await db<[{ pid: number }]>`select pg_backend_pid() as pid`;
  const fallsAsleep = (message: RegExp) =>
    assert.rejects(async () => db`select pg_sleep(50)`, { code: '57014', message });
  const cancelled = fallsAsleep(/user request/);
  await waitUntilAsleep(fresh.db, own.pid);
  await fresh.db`select pg_cancel_backend(${own.pid})`;
  await cancelled;
  await db`set statement_timeout = 50`;
  await fallsAsleep(/statement timeout/);
  assert.deepEqual([...(await db`select pg_backend_pid() as pid`)], [own]);
  await db.end({ timeout: 1 });
});

/** Opens a transaction that holds its connection until the test ends it. */
function openHolder(db: ReturnType<typeof connect>, purpose?: 'read' | 'write') {
  const held = Promise.withResolvers<void>();
  const done = db.begin(async (tx) => {
    await tx`select 1`;
    await held.promise;
  }, purpose);
  return { end: () => held.resolve(), done };
}

test('writes leave connections free for reads, and wait in order', async () => {
  const db = connect(fresh.connection, { max: 3, for_reads: 2, ...LONG_TIMEOUTS });
  const holder = openHolder(db);
  const order: string[] = [];
  const writing = db`insert into pool_turns values (1)`.then(() => order.push('write'));
  await Promise.all([db`select 1`, db`select 2`]);
  order.push('reads');
  await eventually(
    () => countPoolConnections(db),
    ({ busy }) => busy === 1,
  );
  assert.equal(countPoolConnections(db).max, 3);
  holder.end();
  await holder.done;
  await writing;
  assert.deepEqual(order, ['reads', 'write']);
  assert.equal(countPoolConnections(db).busy, 0);
  await db.end({ timeout: 1 });
});

test('a pool opens as many connections as its callers need, and reuses the most recently used one first', async () => {
  const db = connect(fresh.connection, { max: 4, ...LONG_TIMEOUTS });
  const pidOf = async () => (await db<[{ pid: number }]>`select pg_backend_pid() as pid`)[0].pid;
  const first = await pidOf();
  assert.deepEqual([await pidOf(), countPoolConnections(db).open], [first, 1]);
  const holder = openHolder(db);
  const second = await pidOf();
  assert.notEqual(second, first);
  holder.end();
  await holder.done;
  assert.deepEqual([await pidOf(), countPoolConnections(db)], [first, { max: 4, open: 2, busy: 0 }]);
  await db.end({ timeout: 1 });
});

test('a caller that waits gets a new connection when the only one breaks', async () => {
  const db = connect(fresh.connection, { max: 1, ...LONG_TIMEOUTS });
  const [own] = await db<[{ pid: number }]>`select pg_backend_pid() as pid`;
  const breaking = db`select pg_sleep(50)`.then(
    () => 'answered',
    () => 'broken',
  );
  const waiting = db<[{ pid: number }]>`select pg_backend_pid() as pid`.then(([{ pid }]) => pid);
  await waitUntilAsleep(fresh.db, own.pid);
  await fresh.db`select pg_terminate_backend(${own.pid})`;
  assert.equal(await breaking, 'broken');
  assert.notEqual(await waiting, own.pid);
  assert.deepEqual(countPoolConnections(db), { max: 1, open: 1, busy: 0 });
  await db.end({ timeout: 1 });
});

test('a pool that ends finishes running work, and rejects waiting and later work', async () => {
  const db = connect(fresh.connection, { max: 1, name: 'ending pool', ...LONG_TIMEOUTS });
  const holder = openHolder(db);
  await eventually(
    () => countPoolConnections(db).open,
    (open) => open === 1,
  );
  const waiting = assert.rejects(async () => db`select 1`, {
    code: 'CONNECTION_CLOSED',
    message: /is closed/,
  });
  const ended = db.end();
  await waiting;
  await assert.rejects(async () => db`select 1`, { code: 'CONNECTION_CLOSED', message: /is closed/ });
  holder.end();
  await Promise.all([holder.done, ended]);
  const read = () => fresh.db`select from pg_stat_activity where application_name = 'ending pool'`;
  await eventually(read, ({ length }) => length === 0);
  await connect(fresh.connection, { max: 1 }).end();
});

test('a pool that closes without a grace time aborts running statements', async () => {
  const db = connect(fresh.connection, { max: 1, ...LONG_TIMEOUTS });
  const [own] = await db<[{ pid: number }]>`select pg_backend_pid() as pid`;
  const running = assert.rejects(async () => db`select pg_sleep(50)`, { code: 'CONNECTION_CLOSED' });
  await waitUntilAsleep(fresh.db, own.pid);
  await db.end({ timeout: 0 });
  await running;
});
