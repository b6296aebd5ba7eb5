import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { readConfig } from '../../src/config.ts';
import { createLog } from '../../src/lib/log.ts';
import { connect, errorCode, transaction, type Database } from '../../src/lib/sql/sql.ts';
import { isRetrySafe } from '../../src/lib/sql/retrySafety.ts';
import { startService } from '../../src/service/service.ts';
import { callerAt, type Answer, type Caller } from '../../support/caller.ts';
import { eventually } from '../../support/eventually.ts';
import { startUnstalledClock } from '../support/unstalledClock.ts';
import { logSink } from '../support/secrets.ts';
import { freshDataDirectory, makeKeyIn, startServiceProcess } from '../support/service.ts';
import { CLIENTS, startClients } from './support/clients.ts';
import { openReplicatedServers } from './support/standby.ts';
import { pauseReceiver } from './support/receiver.ts';

const PATH = '/v1/api-tenant-tasks';
const WITHIN_MS = 3_000;
const BACK_WITHIN_MS = 60_000;
const WRITERS = 16;
const SILENT_S = 8;
const LISTS_A_SECOND = 12;

const pair = await openReplicatedServers();
const { primary, standby } = pair;
const hosts = [standby, primary].map(({ connection }) => connection.host).join(',');
const { username, password, database, port } = primary.connection;
const url = `postgres:///${database}?host=${hosts}&port=${port}&user=${username}&password=${password}`;
const config = readConfig({ DATABASE_URL: `${url}&target_session_attrs=read-write`, PORT: '0' });
const service = await startService(config, createLog('trace', logSink), () => {});
const key = await makeKeyIn(primary.db);
const api = callerAt(service.url, key);
const clock = startUnstalledClock();
after(async () => {
  clock.stop();
  await service.stop();
  await pair.close();
});

test('control: without target_session_attrs, the first host is used although it is a standby', async () => {
  const db = connect(url, { max: 1 });
  const error: unknown = await (async () => db`create table x (one int)`)().catch((fault: unknown) => fault);
  assert.deepEqual([Object(error).code, isRetrySafe(error)], ['25006', true]);
  await db.end({ timeout: 1 });
});

test('201 on the primary, at any position in the list of hosts', async () => {
  assert.equal((await api.post(PATH, { title: 'First' })).status, 201);
  assert.equal((await api.get('/readyz')).status, 200);
});

const COMMITTING = 'tenant-ops committing';
/** The timeout of requests, longer than the test, so that it ends no request. */
const PATIENT_MS = 120_000;

async function countCommitting(): Promise<number> {
  const rows = await primary.db`
    select from pg_stat_activity where wait_event = 'SyncRep' and application_name = ${COMMITTING}`;
  return rows.length;
}

/** Changes the required standbys and waits until the replication process has noticed it. */
async function confirmBy(standbys: '*' | 'absent'): Promise<void> {
  await primary.db.unsafe(`alter system set synchronous_standby_names = '${standbys}'`);
  await primary.db`select pg_reload_conf()`;
  const counting = () => primary.db`select from pg_stat_replication where sync_priority > 0`;
  await eventually(counting, ({ length }) => length === (standbys === '*' ? 1 : 0), BACK_WITHIN_MS);
}

/**
 * Starts writes that no standby confirms, more than there are connections, and waits until the allowed number is in
 * COMMIT.
 */
async function writeUnconfirmed(db: Database, at_commit: number) {
  await confirmBy('absent');
  const writing = Array.from({ length: 2 * MOST }, () =>
    transaction(db, async (tx) => void (await tx`insert into marks values (1)`)).then(
      () => 'written',
      (error: unknown) => [errorCode(error), isRetrySafe(error)].join(),
    ),
  );
  await eventually(countCommitting, (count) => count === at_commit, BACK_WITHIN_MS);
  return Promise.all(writing);
}

const MOST = 4;
const ONE_READS = { name: COMMITTING, max: MOST, for_reads: 1, connect_ms: PATIENT_MS };

test('reads continue while no standby confirms a COMMIT, and writes without a slot write nothing', async () => {
  await primary.db`create table marks (one int)`;
  const db = connect(primary.connection, { ...ONE_READS, wait_ms: 1_000, deadline_ms: PATIENT_MS });
  const writing = writeUnconfirmed(db, MOST - 1);
  await eventually(countCommitting, (count) => count === MOST - 1, BACK_WITHIN_MS);
  for (let n = 0; n < 10; n++) assert.equal((await db`select one from marks`).length, 0);
  await sleep(1_500);
  await confirmBy('*');
  const ended = (await writing).toSorted();
  const [refused, written] = [Array(MOST + 1).fill('CONNECTION_WAIT,true'), Array(MOST - 1).fill('written')];
  assert.deepEqual(ended, [...refused, ...written]);
  await db.end({ timeout: 1 });
});

test('control: if writes can use all connections, reads get none', async () => {
  const db = connect(primary.connection, {
    ...ONE_READS,
    for_reads: 0,
    wait_ms: 1_000,
    deadline_ms: PATIENT_MS,
  });
  const writing = writeUnconfirmed(db, MOST);
  await eventually(countCommitting, (count) => count === MOST, BACK_WITHIN_MS);
  await assert.rejects(async () => db`select one from marks`, { code: 'CONNECTION_WAIT' });
  await confirmBy('*');
  await writing;
  await db.end({ timeout: 1 });
});

test('a COMMIT without a response counts as a write until the server ends it', async () => {
  const db = connect(primary.connection, { ...ONE_READS, wait_ms: 1_000, deadline_ms: 5_000 });
  const first = await writeUnconfirmed(db, MOST - 1);
  const again = await writeUnconfirmed(db, MOST - 1);
  await confirmBy('*');
  assert.equal(first.filter((one) => one === 'SERVER_SILENT,false').length, MOST - 1);
  assert.deepEqual(again, Array(2 * MOST).fill('CONNECTION_WAIT,true'));
  const write = async () =>
    transaction(db, async (tx) => void (await tx`insert into marks values (2)`)).then(
      () => true,
      () => false,
    );
  await eventually(write, (is_written) => is_written, BACK_WITHIN_MS);
  await db.end({ timeout: 1 });
});

test('200 for every list while the standby is silent for 8 s; control: creates get no slot', async (t) => {
  const other = callerAt(service.url, await makeKeyIn(primary.db, 'other@example.com'));
  const over = new AbortController();
  const creates: Record<string, number> = {};
  const create = async (caller: Caller) => {
    while (!over.signal.aborted) {
      const { status } = await caller.post(PATH, { title: 'Unconfirmed' });
      creates[status] = (creates[status] ?? 0) + 1;
    }
  };
  const resumeStandby = pauseReceiver(standby.data_dir);
  const creating = [api, other].flatMap((caller) =>
    Array.from({ length: WRITERS / 2 }, () => create(caller)),
  );
  const lists: Promise<Answer>[] = [];
  for (let second = 0; second < SILENT_S; second++) {
    await sleep(1_000);
    for (let list = 0; list < LISTS_A_SECOND; list++) lists.push(api.get(PATH));
  }
  const listed = countStatuses(await Promise.all(lists));
  over.abort();
  resumeStandby();
  await Promise.all(creating);
  t.diagnostic(JSON.stringify({ listed, creates }));
  assert.deepEqual(listed, { 200: SILENT_S * LISTS_A_SECOND });
  assert.ok((creates[503] ?? 0) > 0);
  await eventually(
    () => api.post(PATH, { title: 'Confirmed' }),
    ({ status }) => status === 201,
    BACK_WITHIN_MS,
  );
});

test('the service is ready within 3 s after a promotion, without losing an acknowledged task', async (t) => {
  const planted = await startServiceProcess({
    DATABASE_URL: config.DATABASE_URL ?? '',
    DATA_DIR: await freshDataDirectory(),
    NODE_OPTIONS: `--import=${import.meta.resolve('./support/withoutTransient.ts')}`,
  });
  const clients = startClients(service.url, key, clock);
  const control = startClients(planted.url, key, clock);
  await sleep(500);
  clients.noteKilled();
  control.noteKilled();
  primary.kill();
  const gone = await measure(
    () => api.get('/readyz'),
    (status) => status === 503,
  );
  assert.ok(gone < WITHIN_MS, `not ready after ${gone} ms`);
  await sleep(500);
  const { status, text, headers } = await api.post(PATH, { title: 'While it is away' });
  assert.deepEqual([status, text, headers.get('retry-after')], [503, '', '1']);

  await standby.db`select pg_promote(wait => false)`;
  const isPrimary = async () =>
    (await standby.db<[{ is: boolean }]>`select not pg_is_in_recovery() as is`)[0].is;
  await eventually(isPrimary, (is) => is, BACK_WITHIN_MS);
  const back = await measure(
    () => api.get('/readyz'),
    (answered) => answered === 200,
  );
  assert.ok(back < WITHIN_MS, `ready after ${back} ms`);
  const resumed = await measure(
    () => api.post(PATH, { title: 'Afterwards' }),
    (answered) => answered === 201,
  );
  assert.ok(resumed < WITHIN_MS, `201 after ${resumed} ms`);
  await sleep(500);

  const { acknowledged, statuses, unexpected } = await clients.stop();
  const mistaken = await control.stop();
  await planted.end('SIGTERM');
  t.diagnostic(`not ready after ${Math.round(gone)} ms, ready ${Math.round(back)} ms after the promotion`);
  t.diagnostic(JSON.stringify(statuses));
  assert.ok(acknowledged.length > CLIENTS, `${acknowledged.length}`);
  const kept = await standby.db`select id from tasks where id = any (${acknowledged}::uuid[])`;
  assert.equal(kept.length, acknowledged.length);
  assert.deepEqual(unexpected, []);
  const told_500 = mistaken.unexpected.filter((answer) => /: 500 /.test(answer));
  assert.ok(told_500.length > 0, 'control: no failure counts as transient');
});

function countStatuses(answers: readonly Answer[]): Record<string, number> {
  return Object.fromEntries(
    [...Map.groupBy(answers, ({ status }) => status)].map(([status, some]) => [status, some.length]),
  );
}

/** Measures the time until the expected answer. */
async function measure(ask: () => Promise<{ status: number }>, isRight: (status: number) => boolean) {
  const started_ms = clock.read();
  await eventually(ask, ({ status }) => isRight(status), BACK_WITHIN_MS, 50);
  return clock.read() - started_ms;
}
