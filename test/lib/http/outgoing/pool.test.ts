import assert from 'node:assert/strict';
import { Socket } from 'node:net';
import { after, test } from 'node:test';
import {
  connectionFromSocket,
  createHttpConnectionPool,
  discardConnection,
  reusableMs,
  type HttpConnection,
  type ConnectionLease,
} from '../../../../src/lib/http/outgoing/pool.ts';

const OPTIONS = { max_per_route: 2, max_idle: 5, max_idle_per_account: 3, max_age_ms: 60_000 };
const FOREVER = new AbortController().signal;
const made: HttpConnection[] = [];
after(() => Promise.all(made.map(({ client }) => client.destroy())));

/** Creates an unused connection. */
function makeConnection(): HttpConnection {
  const connection = connectionFromSocket('http://127.0.0.1:1', {
    socket: new Socket(),
    address: '127.0.0.1',
  });
  made.push(connection);
  return connection;
}

function openPool(changes: Partial<typeof OPTIONS> = {}) {
  const pool = createHttpConnectionPool({ ...OPTIONS, ...changes });
  const acquire = async (account_id = 'one', ending = FOREVER): Promise<ConnectionLease> => {
    const lease = await pool.acquire({ account_id, origin: 'http://127.0.0.1:1' }, ending);
    assert.ok(lease);
    return lease;
  };
  /** Runs one call per connection at the same time; each call leaves its connection in the pool. */
  const park = async (account_id: string, ...connections: HttpConnection[]) => {
    for (const connection of connections) {
      const lease = await acquire(account_id);
      if (lease.kept) discardConnection(lease.kept);
      lease.release(connection);
    }
  };
  return { pool, acquire, park };
}

/** True if the call already has a slot. */
async function isServed(call: Promise<unknown>): Promise<boolean> {
  const nothing = Symbol('nothing');
  await new Promise((done) => setImmediate(done));
  return (await Promise.race([call, Promise.resolve(nothing)])) !== nothing;
}

test('the newest of the kept connections is used first', async () => {
  const { acquire } = openPool();
  const [older, newer] = [makeConnection(), makeConnection()];
  const leases = [await acquire(), await acquire()];
  leases[0]?.release(older);
  leases[1]?.release(newer);
  assert.equal((await acquire()).kept, newer);
  assert.equal((await acquire()).kept, older);
});

test('a connection is kept up to its maximum age, idle or in use', async (t) => {
  const time = { now_ms: 0 };
  t.mock.method(performance, 'now', () => time.now_ms);
  const { acquire } = openPool();
  const connection = makeConnection();
  time.now_ms += 59_999;
  (await acquire()).release(connection);
  time.now_ms += 1;
  const lease = await acquire();
  assert.equal(lease.kept, connection);
  lease.release(connection);
  time.now_ms += 1;
  assert.equal((await acquire()).kept, undefined);
  assert.equal(connection.dead, true);

  const used = makeConnection();
  time.now_ms += 60_001;
  (await acquire()).release(used);
  assert.equal(used.dead, true);
});

test('a connection is reused while it was idle for less than its limit, and closed afterwards', async (t) => {
  const time = { now_ms: 0 };
  t.mock.method(performance, 'now', () => time.now_ms);
  const { acquire } = openPool();
  for (const reusable_ms of [2_000, 1_000]) {
    const connection = Object.assign(makeConnection(), { reusable_ms });
    (await acquire()).release(connection);
    time.now_ms += reusable_ms - 1;
    const lease = await acquire();
    assert.equal(lease.kept, connection);
    lease.release(connection);
    time.now_ms += reusable_ms;
    const next = await acquire();
    assert.deepEqual([next.kept, connection.dead], [undefined, true]);
    next.release();
  }
  const unusable = Object.assign(makeConnection(), { reusable_ms: 0 });
  (await acquire()).release(unusable);
  assert.equal(unusable.dead, true);
});

test('a connection may be idle for 2 s, and for 1 s less than the server names', () => {
  const cases = [
    [undefined, 2_000],
    ['', 2_000],
    ['max=100', 2_000],
    ['timeout=5', 2_000],
    ['timeout=3', 2_000],
    ['timeout=2, max=100', 1_000],
    ['max=100, Timeout = 2', 1_000],
    ['timeout=1', 0],
    ['timeout=0', 0],
    [['max=5', 'timeout=2'], 1_000],
  ] as const;
  for (const [header, expected_ms] of cases)
    assert.equal(reusableMs(typeof header === 'object' ? [...header] : header), expected_ms, String(header));
});

test('the oldest idle connection of an account ends if the account has one more than its limit', async () => {
  const { acquire } = openPool({ max_per_route: 9 });
  const connections = Array.from({ length: 4 }, makeConnection);
  const leases = await Promise.all(connections.map(() => acquire()));
  for (const [at, lease] of leases.entries()) {
    assert.equal(
      connections.some(({ dead }) => dead),
      false,
      `${at} are kept`,
    );
    lease.release(connections[at]);
  }
  assert.deepEqual(
    connections.map(({ dead }) => dead),
    [true, false, false, false],
  );
});

test('the oldest idle connection of all accounts ends if there is one more than the total limit', async () => {
  const { park } = openPool();
  const connections = Array.from({ length: 6 }, makeConnection);
  for (const [at, connection] of connections.entries()) {
    assert.equal(
      connections.some(({ dead }) => dead),
      false,
      `${at} are kept`,
    );
    await park(`account ${at}`, connection);
  }
  assert.deepEqual(
    connections.map(({ dead }) => dead),
    [true, false, false, false, false, false],
  );
});

test('a connection that ends while it is idle is not used', async () => {
  const { acquire } = openPool();
  const connection = makeConnection();
  (await acquire()).release(connection);
  discardConnection(connection);
  assert.equal((await acquire()).kept, undefined);
});

test('a connection that ended during a call is not kept', async () => {
  const { acquire } = openPool();
  const connection = makeConnection();
  const lease = await acquire();
  discardConnection(connection);
  lease.release(connection);
  assert.equal((await acquire()).kept, undefined);
});

test('used and closed connections do not count as idle', async () => {
  const { acquire, park } = openPool({ max_idle: 1 });
  const [used, ended, idle] = [makeConnection(), makeConnection(), makeConnection()];
  await park('one', used);
  assert.equal((await acquire('one')).kept, used);
  await park('two', ended);
  assert.equal(used.dead, false);
  discardConnection(ended);
  await park('two', idle);
  await park('three', makeConnection());
  assert.deepEqual([used.dead, idle.dead], [false, true]);
});

test('an idle connection that ends makes room for another', async () => {
  const { park } = openPool({ max_idle: 2 });
  const [first, second] = [makeConnection(), makeConnection()];
  await park('one', first);
  await park('two', second);
  discardConnection(second);
  await park('three', makeConnection());
  assert.equal(first.dead, false);
});

test('released slots go to waiting calls in order, one each', async () => {
  const { acquire } = openPool();
  const [one, two] = [await acquire(), await acquire()];
  const waiting = [acquire(), acquire(), acquire()] as const;
  assert.deepEqual(await Promise.all(waiting.map(isServed)), [false, false, false]);
  one.release();
  one.release();
  assert.deepEqual(await Promise.all(waiting.map(isServed)), [true, false, false]);
  two.release();
  assert.deepEqual(await Promise.all(waiting.map(isServed)), [true, true, false]);
  (await waiting[0]).release();
  assert.deepEqual(await Promise.all(waiting.map(isServed)), [true, true, true]);
  (await waiting[1]).release();
  (await waiting[2]).release();
  await Promise.all([acquire(), acquire()]);
  assert.equal(await isServed(acquire()), false, 'there are two places again, and no third');
});

test('a call whose wait timed out uses no slot', async () => {
  const { pool, acquire } = openPool({ max_per_route: 1 });
  const only = await acquire();
  const ending = new AbortController();
  const late = pool.acquire({ account_id: 'one', origin: 'http://127.0.0.1:1' }, ending.signal);
  const behind = acquire();
  ending.abort();
  assert.equal(await late, undefined);
  only.release();
  assert.equal(await isServed(behind), true);
  assert.equal(await isServed(acquire()), false, 'the place was passed on and is taken');
});

test('a call that may not wait is rejected if no slot is free', async () => {
  const { pool, acquire } = openPool({ max_per_route: 1 });
  const only = await acquire('one', AbortSignal.abort());
  const refused = await pool.acquire(
    { account_id: 'one', origin: 'http://127.0.0.1:1' },
    AbortSignal.abort(),
  );
  assert.equal(refused, undefined);
  only.release();
  await acquire('one', AbortSignal.abort());
});

test('the idle connections end with the pool', async () => {
  const { pool, park } = openPool();
  const connections = [makeConnection(), makeConnection()] as const;
  await park('one', connections[0]);
  await park('two', connections[1]);
  await pool.close();
  assert.deepEqual(
    connections.map(({ client }) => client.destroyed),
    [true, true],
  );
});
