import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { coalesce } from '../../src/lib/concurrency/coalesce.ts';
import {
  connect,
  setAttemptProof,
  transaction,
  type Database,
  type Queryable,
} from '../../src/lib/sql/sql.ts';
import {
  runWithoutWriteTracking,
  trackRequestWrites,
  withRetrySafeFailures,
  isRetrySafe,
} from '../../src/lib/sql/retrySafety.ts';
import { eventually } from '../../support/eventually.ts';
import { holdMonotonicClock } from '../support/clock.ts';
import { cloneDatabase } from '../support/database.ts';
import { LONG_TIMEOUTS } from '../support/longTimeouts.ts';
import { waitUntilAsleep } from '../support/waitingStatements.ts';
import { openProxy } from './support/proxy.ts';

// The database is on a single server, because a cluster aborts some statements on its own.
const fresh = await cloneDatabase({ on_one_server: true });
const proxy = await openProxy(fresh.connection);
const WAIT_MS = 200;
const db = connect(proxy.target, { max: 2, ...LONG_TIMEOUTS, wait_ms: WAIT_MS });
after(async () => {
  await db.end({ timeout: 0 });
  await proxy.close();
  await fresh.drop();
});
await fresh.db`create table entries (one int)`;

test('a refused connection is retry-safe', async () => {
  await proxy.refuse();
  assert.equal(isRetrySafe(await failureOf(async () => db`insert into entries values (1)`)), true);
  assert.equal(isRetrySafe(await failureOf(() => transaction(db, async (tx) => tx`select 1`))), true);
  await proxy.forward();
});

test('a statement that times out waiting for a connection is retry-safe and leaves the queue', async () => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const holding = Array.from({ length: 2 }, () => db.begin(() => released));
  await sleep(WAIT_MS);
  const failures = await Promise.all(
    [1, 2, 3].map(() => failureOf(async () => db`insert into entries values (1)`)),
  );
  release();
  await Promise.all(holding);
  assert.deepEqual(
    failures.map((error) => [Object(error).code, isRetrySafe(error)]),
    Array.from({ length: 3 }, () => ['CONNECTION_WAIT', true]),
  );
  await sleep(WAIT_MS);
  assert.deepEqual([...(await db`select one from entries`)], []);
});

test("a connection that opens after its caller's timeout serves the next caller", async () => {
  const one = connect(proxy.target, { max: 1, ...LONG_TIMEOUTS, wait_ms: WAIT_MS });
  const [own] = await one<[{ pid: number }]>`select pg_backend_pid() as pid`;
  const cut = failureOf(async () => one`select pg_sleep(60)`);
  const waiting = failureOf(async () => one`select 1`);
  proxy.delay(2 * WAIT_MS);
  await fresh.db`select pg_terminate_backend(${own.pid})`;
  assert.deepEqual(Object(await waiting).code, 'CONNECTION_WAIT');
  await cut;
  proxy.delay(0);
  const isServed = async () => (await Promise.allSettled([one`select 1`]))[0].status === 'fulfilled';
  await eventually(isServed, (is_served) => is_served);
  await one.end({ timeout: 0 });
});

test('a released connection serves a caller that waits for a new one', async () => {
  const two = connect(proxy.target, { ...LONG_TIMEOUTS, max: 2 });
  const lent = Promise.withResolvers<object[]>();
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const whoServes = async (on: Queryable): Promise<object[]> => [...(await on`select pg_backend_pid()`)];
  const holding = two.begin(async (tx) => {
    lent.resolve(await whoServes(tx));
    await released;
  });
  const first = await lent.promise;
  // A startup has several messages with a delay each, while a COMMIT has one.
  proxy.delay(WAIT_MS);
  const serving = whoServes(two);
  release();
  assert.deepEqual(await serving, first);
  proxy.delay(0);
  await holding;
  await two.end({ timeout: 0 });
});

test('a list query that was cut off is retry-safe', async () => {
  assert.equal(isRetrySafe(await cutOff((one) => one`select pg_sleep(60)`)), true);
});

test('a transaction that was cut off before its COMMIT is retry-safe', async () => {
  const work = (one: Database) =>
    one.begin(async (tx) => {
      await tx`insert into entries values (1)`;
      await tx`select pg_sleep(60)`;
    });
  assert.equal(isRetrySafe(await cutOff(work)), true);
});

test('a change that a standby rejects is retry-safe', async () => {
  const standby = connect(fresh.connection, { max: 1, session: { default_transaction_read_only: 'on' } });
  assert.equal(isRetrySafe(await failureOf(async () => standby`insert into entries values (1)`)), true);
  await standby.end({ timeout: 1 });
});

const insert = (on: Database) =>
  transaction(on, async (tx) => void (await tx`insert into entries values (1)`));
const insertTogether = coalesce<number, void>({
  run: async (on, _, items) => (await insert(on), items.map(() => undefined)),
  alone: insert,
  at_once: 1,
  most: 10,
  wait_ms: 1_000,
  writes: true,
});

for (const [what, write] of Object.entries({
  'a transaction': () => insert(db),
  'a single statement': async () => db`insert into entries values (1)`,
  'a shared transaction of several requests': () => insertTogether(db, 'account', 1),
}))
  test(`a write of ${what} is kept if the database is unavailable in the next step of the request`, async () => {
    assert.equal(isRetrySafe(await failureOf(() => trackRequestWrites(() => before(write)))), false);
  });

test('control: a failed shared write is retry-safe', async () => {
  await proxy.refuse();
  const failing = await failureOf(() => trackRequestWrites(() => insertTogether(db, 'account', 1)));
  await proxy.forward();
  assert.equal(isRetrySafe(failing), true);
});

test('control: after a step that only read, the failure is retry-safe', async () => {
  const read = async () => db`select one from entries`;
  assert.equal(isRetrySafe(await failureOf(() => trackRequestWrites(() => before(read)))), true);
});

test('control: without a shared request context, only the second step counts', async () => {
  assert.equal(isRetrySafe(await failureOf(() => before(() => insert(db)))), true);
});

/** Runs two statements of a request; the database becomes unavailable between them. */
async function before(first: () => Promise<unknown>): Promise<void> {
  await first();
  await proxy.refuse();
  try {
    await db`select 1`;
  } finally {
    await proxy.forward();
  }
}

const TRANSIENT = [
  ['08006', 'the connection failed'],
  ['25006', 'a standby'],
  ['40001', 'a conflict with another transaction, or with recovery'],
  ['40P01', 'a deadlock'],
  ['53100', 'the disk is full'],
  ['53200', 'no memory'],
  ['53300', 'no connection'],
  ['55P03', 'a row that is locked for too long'],
  ['57014', 'a statement that takes too long'],
  ['57P01', 'an administrator stops it'],
  ['57P02', 'another process of it crashed'],
  ['57P03', 'it starts'],
  ['58030', 'its disk fails'],
] as const;

for (const [code, happening] of TRANSIENT)
  test(`${code} is retry-safe: ${happening}`, async () => {
    const raised = await failureOf(() => transaction(db, async (tx) => raise(tx, code)));
    assert.deepEqual([Object(raised).code, isRetrySafe(raised)], [code, true]);
  });

for (const code of ['23505', '22001', '42P01', 'XX000'])
  test(`control: ${code} is not a transient failure`, async () => {
    const raised = await failureOf(() => transaction(db, async (tx) => raise(tx, code)));
    assert.deepEqual([Object(raised).code, isRetrySafe(raised)], [code, false]);
  });

async function raise(tx: Queryable, code: string): Promise<void> {
  await tx`insert into entries values (1)`;
  await tx.unsafe(raising(code));
}

const raising = (code: string) => `do $$ begin raise exception using errcode = '${code}'; end $$`;

test('the first error is thrown even if a later statement is awaited first', async () => {
  const failing = transaction(db, async (tx) => {
    const first = (async () => tx.unsafe(raising('53100')))();
    first.catch(() => {});
    await tx`select 1`;
  });
  const error = await failureOf(() => failing);
  assert.deepEqual([Object(error).code, isRetrySafe(error)], ['53100', true]);
});

test('a single statement that was rolled back is retry-safe, one that the server ended is not', async () => {
  for (const [code, is_unserved] of [
    ['53100', true],
    ['57P01', false],
  ] as const) {
    const text = `do $$ begin insert into entries values (1); raise exception using errcode = '${code}'; end $$`;
    const error = await failureOf(async () => db.unsafe(text));
    assert.deepEqual([Object(error).code, isRetrySafe(error)], [code, is_unserved]);
  }
});

test('a file write on a full disk is retry-safe', async () => {
  const error = await failureOf(() => withRetrySafeFailures(() => writeFile('/dev/full', 'x')));
  assert.deepEqual([Object(error).code, isRetrySafe(error)], ['ENOSPC', true]);
});

test('internal writes of the service do not count as writes of the request; control: other writes do', async () => {
  const writeFirst = (apart: boolean) =>
    before(() => (apart ? runWithoutWriteTracking(() => insert(db)) : insert(db)));
  assert.equal(isRetrySafe(await failureOf(() => trackRequestWrites(() => writeFirst(true)))), true);
  assert.equal(isRetrySafe(await failureOf(() => trackRequestWrites(() => writeFirst(false)))), false);
});

test('the result of a lost COMMIT is checked until the database is back, and the work is done once', async (t) => {
  // The database is always back before the time limit of the check.
  holdMonotonicClock(t);
  await fresh.db`create table proven (id uuid)`;
  const { promise: refusing, resolve: refuse } = Promise.withResolvers<void>();
  let attempts = 0;
  const done = transaction(db, async (tx) => {
    const id = crypto.randomUUID();
    await tx`insert into proven values (${id})`;
    setAttemptProof(tx, async (next) => (await next`select 1 from proven where id = ${id}`).length > 0);
    if (++attempts === 1) refuse(proxy.refuse());
    return 'done';
  });
  await refusing;
  await sleep(800);
  await proxy.forward();
  assert.equal(await done, 'done');
  assert.equal((await fresh.db`select 1 from proven`).length, 1);
});

test('control: a single write that was cut off is not retry-safe', async () => {
  const error = await cutOff((one) => one`insert into entries select 1 from pg_sleep(60)`);
  assert.deepEqual([Object(error).code, isRetrySafe(error)], ['57P01', false]);
});

test('control: a transaction that was cut off during its COMMIT is not retry-safe', async () => {
  proxy.cutBeforeNextCommit();
  const error = await failureOf(() => db.begin(async (tx) => tx`insert into entries values (1)`));
  assert.equal(isRetrySafe(error), false);
});

test('control: a transaction that was cut off is not retry-safe, also if the next attempt could not connect', async () => {
  const { promise: refusing, resolve: refuse } = Promise.withResolvers<void>();
  const lost = failureOf(() =>
    transaction(db, async (tx) => {
      await tx`insert into entries values (1)`;
      refuse(proxy.refuse());
    }),
  );
  await refusing;
  const error = await lost;
  assert.deepEqual([Object(error).code, isRetrySafe(error)], ['ECONNREFUSED', false]);
  await proxy.forward();
});

test('control: a rejection by the database and an internal error are not transient', async () => {
  assert.equal(isRetrySafe(await failureOf(async () => db`select 1 / 0`)), false);
  assert.equal(isRetrySafe(await failureOf(async () => db`select nothing from nowhere`)), false);
  assert.equal(isRetrySafe(undefined), false);
});

function failureOf(work: () => Promise<unknown>): Promise<unknown> {
  return work().then(
    () => Promise.reject(new Error('nothing failed')),
    (error: unknown) => error,
  );
}

/** Returns the error of work whose connection the server ends. */
async function cutOff(work: (one: Database) => PromiseLike<unknown>): Promise<unknown> {
  const one = connect(fresh.connection, { max: 1, ...LONG_TIMEOUTS });
  const [own] = await one<[{ pid: number }]>`select pg_backend_pid() as pid`;
  const failing = failureOf(async () => work(one));
  await waitUntilAsleep(fresh.db, own.pid);
  await fresh.db`select pg_terminate_backend(${own.pid})`;
  const error = await failing;
  await one.end({ timeout: 0 });
  return error;
}
