import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { connect } from '../../../../src/lib/sql/sql.ts';
import { cloneDatabase } from '../../../support/database.ts';
import { LONG_TIMEOUTS } from '../../../support/longTimeouts.ts';
import { waitUntilAsleep } from '../../../support/waitingStatements.ts';

const fresh = await cloneDatabase({ on_one_server: true });
after(() => fresh.drop());

test('a transaction whose connection dies between two statements rejects and harms no other', async () => {
  const db = connect(fresh.connection, { max: 1, ...LONG_TIMEOUTS });
  const dying = db.begin(async (tx) => {
    const [own] = await tx<[{ pid: number }]>`select pg_backend_pid() as pid`;
    await fresh.db`select pg_terminate_backend(${own.pid})`;
    await sleep(50);
    await tx`select 1`;
  });
  await assert.rejects(dying);
  await sleep(50);
  assert.equal((await db`select 1`).length, 1);
  await db.end({ timeout: 1 });
});

test('a transaction that lost its connection writes nothing on the one that replaces it', async () => {
  const db = connect(fresh.connection, { max: 1, ...LONG_TIMEOUTS });
  await db`create table ledger (entry text)`;
  let continued: Promise<unknown> = Promise.resolve();
  const dying = db.begin(async (tx) => {
    const [own] = await tx<[{ pid: number }]>`select pg_backend_pid() as pid`;
    await fresh.db`select pg_terminate_backend(${own.pid})`;
    continued = (async () => {
      await sleep(100);
      await tx`insert into ledger values ('half of a transaction')`;
    })();
    await continued;
  });
  await assert.rejects(dying);
  assert.equal((await db`select 1`).length, 1, 'the pool has a new connection');
  await assert.rejects(continued);
  assert.deepEqual([...(await db`select entry from ledger`)], []);
  await db.end({ timeout: 1 });
});

test('a transaction that is waiting when its connection dies fails, and later statements get a new connection', async () => {
  const db = connect(fresh.connection, { max: 1, ...LONG_TIMEOUTS });
  const [own] = await db<[{ pid: number }]>`select pg_backend_pid() as pid`;
  const dying = db.begin(async (tx) => {
    await tx`select pg_sleep(50)`;
  });
  await Promise.all([
    assert.rejects(dying),
    waitUntilAsleep(fresh.db, own.pid).then(() => fresh.db`select pg_terminate_backend(${own.pid})`),
  ]);
  await sleep(50);
  for (let n = 0; n < 3; n++) assert.equal((await db`select ${n}::int as n`)[0]?.['n'], n);
  await db.end({ timeout: 1 });
});

test('a connection that dies during its startup fails only its own query', async () => {
  const server = createServer((client) => client.on('error', () => {}).once('data', () => client.destroy()));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const db = connect({ ...fresh.connection, host: '127.0.0.1', port }, { max: 1 });
  await assert.rejects(async () => db`select 1`, { code: 'CONNECTION_CLOSED' });
  server.close();
  await assert.rejects(async () => db`select 1`, { code: 'ECONNREFUSED' });
  await db.end({ timeout: 0 });
});

test('a minor garbage collection frees the rows of a result', async () => {
  const db = connect(fresh.connection, { max: 1, ...LONG_TIMEOUTS });
  const collectYoung = exposeCollection();
  const batch = async () => {
    for (let n = 0; n < 100; n++) await db`select repeat('x', 500) as text from generate_series(1, 100)`;
    // A young object survives one collection; a second collection only if it is referenced.
    for (let round = 0; round < 2; round++) collectYoung({ type: 'minor' });
    return process.memoryUsage().heapUsed / 2 ** 20;
  };
  const sizes_mb: number[] = [];
  for (let round = 0; round < 12; round++) sizes_mb.push(await batch());
  const [, ...growths_mb] = sizes_mb.map((size_mb, at) => size_mb - (sizes_mb[at - 1] ?? size_mb));
  const usual_mb = growths_mb.toSorted((a, b) => a - b)[growths_mb.length >> 1] ?? NaN;
  assert.ok(usual_mb < 1, `100 answers of 50 KB leave ${usual_mb.toFixed(1)} MB`);
  await db.end({ timeout: 1 });
});

function exposeCollection(): (options: { type: 'minor' }) => void {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc') as (options: { type: 'minor' }) => void;
}
