import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { after, test } from 'node:test';
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import { connect } from '../../../../src/lib/sql/sql.ts';
import { cloneDatabase } from '../../../support/database.ts';
import { LONG_TIMEOUTS } from '../../../support/longTimeouts.ts';
import { blockProcess } from '../../../support/blockProcess.ts';
import { openTlsProxy } from '../../support/tlsProxy.ts';

const fresh = await cloneDatabase({ on_one_server: true });
const DEADLINE_MS = 2_000;
const BRIEF_MS = 500;
const line = await openTlsProxy(fresh.connection);
after(() => fresh.drop());

test('an idle TLS connection stays open', async () => {
  const db = open();
  const [before] = await db`select pg_backend_pid() as pid`;
  await sleep(DEADLINE_MS * 1.5);
  const [later] = await db`select pg_backend_pid() as pid`;
  assert.deepEqual(later, before);
  await db.end({ timeout: 0 });
});

test('a value that cannot be sent causes no wait, and its connection stays open', async () => {
  const db = connect(fresh.connection, { max: 1, ...LONG_TIMEOUTS, deadline_ms: BRIEF_MS });
  const [before] = await db`select pg_backend_pid() as pid`;
  await assert.rejects(async () => db`select ${new Date(Number.NaN)}`, RangeError);
  await sleep(BRIEF_MS * 2);
  const [later] = await db`select pg_backend_pid() as pid`;
  assert.deepEqual(later, before);
  await db.end({ timeout: 0 });
});

test('a TLS connection that goes silent is abandoned, and the next one works', async () => {
  const db = open();
  await db`select 1`;
  await sleep(500);
  line.silence(true);
  const started_ms = performance.now();
  await assert.rejects(async () => db`select 1`);
  assert.ok(performance.now() - started_ms < DEADLINE_MS + 10_000);
  line.silence(false);
  await sleep(200);
  assert.equal((await db`select 1`).length, 1);
  await db.end({ timeout: 0 });
});

test('a process that was paused does not report a server timeout', async () => {
  const db = connect(fresh.connection, { max: 1, deadline_ms: BRIEF_MS, connect_ms: BRIEF_MS });
  const standing = standStillSoon();
  assert.equal((await db`select 1`).length, 1);
  await standing;
  const standing_again = standStillSoon();
  assert.equal((await db`select pg_sleep(0.01)`).length, 1);
  await standing_again;
  await db.end({ timeout: 0 });
});

test('a silent host is abandoned after its share of the timeout, and tried last afterwards', async () => {
  const silent = createServer((socket) => void socket.on('error', () => {})).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as AddressInfo;
  const { username, password, database } = fresh.connection;
  const hosts = `127.0.0.1:${port},127.0.0.1:${line.port}`;
  const url = `postgres://${username}:${encodeURIComponent(password)}@${hosts}/${database}?sslmode=prefer`;
  const timed = async () => {
    const db = connect(url, { max: 1, connect_ms: 4_000 });
    const started_ms = performance.now();
    await db`select 1`;
    await db.end({ timeout: 0 });
    return performance.now() - started_ms;
  };
  const [slow, quick] = [await timed(), await timed()];
  silent.close();
  assert.ok(slow >= 1_900 && slow < 4_000, `${slow} ms`);
  assert.ok(quick < 1_900, `${quick} ms`);
});

/** Blocks the process while earlier statements are in flight. */
async function standStillSoon(): Promise<void> {
  await setImmediate();
  blockProcess(2 * BRIEF_MS);
}

function open() {
  const { username, password, database } = fresh.connection;
  const credentials = `${username}:${encodeURIComponent(password)}`;
  const url = `postgres://${credentials}@127.0.0.1:${line.port}/${database}?sslmode=require`;
  return connect(url, { max: 1, ...LONG_TIMEOUTS, deadline_ms: DEADLINE_MS });
}
