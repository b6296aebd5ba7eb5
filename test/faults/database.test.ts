import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, afterEach, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { transaction } from '../../src/lib/sql/sql.ts';
import { makeToken } from '../../src/access/tokens.ts';
import { callerAt, type Answer, type Caller } from '../../support/caller.ts';
import { eventually } from '../../support/eventually.ts';
import { onOneServer } from '../support/cluster.ts';
import { eventsOf } from '../support/events.ts';
import { startUnstalledClock } from '../support/unstalledClock.ts';
import { blockProcess } from '../support/blockProcess.ts';
import { openServiceWithFaultyDatabase } from './support/service.ts';

const { url, api, fresh, proxy } = await openServiceWithFaultyDatabase();
const nobody = callerAt(url);
const PATH = '/v1/api-tenant-tasks';
const ANSWER_WITHIN_MS = 3_000;
const BACK_WITHIN_MS = 30_000;
const clock = startUnstalledClock();
after(clock.stop);
// Resets the proxy, so that a failed test does not break the next one.
afterEach(() => {
  proxy.delay(0);
  return proxy.forward();
});
const { body: task } = await api.post(PATH, { title: 'Made before the trouble' });

/** Requests of every kind, with and without an idempotency key; more than the pool has connections. */
const requests: ((caller: Caller, n: number) => Promise<Answer>)[] = [
  (caller) => caller.get(PATH),
  (caller) => caller.post(PATH, { title: 'Lost' }),
  (caller) => caller.patch(`${PATH}?task_id=${task.id}`, { title: 'Lost' }),
  (caller, n) => caller.post(PATH, { title: 'Lost' }, { 'Idempotency-Key': `lost-${n}` }),
];
const FLOOD = 40;

test('503 before the timeout for every request while the database does not respond', async () => {
  await Promise.all(Array.from({ length: FLOOD }, () => api.get(PATH)));
  proxy.swallowAll();
  await assertAllFailInTime();
  await assertAllFailInTime();
  await proxy.forward();
  await assertBack();
});

test('503 for running requests when the database goes silent, 500 for requests that may have written', async () => {
  const running = flood();
  setTimeout(() => proxy.swallowAll(), 5);
  for (const [n, { answer, took_ms }] of (await running).entries()) {
    if (answer.status < 300) continue;
    if (answer.status === 500 && !isRead(n)) assertBroken(answer, took_ms);
    else assertAway(answer, took_ms);
  }
  await proxy.forward();
  await assertBack();
});

test('503 before the timeout while connections are refused, for any duration', async () => {
  await proxy.refuse();
  await assertAllFailInTime();
  await assertAllFailInTime();
  await proxy.forward();
  await assertBack();
});

test('503 with a page for a browser while connections are refused', async () => {
  await proxy.refuse();
  const link = `/reset-password/new?token=${makeToken('tpr_', randomUUID())}`;
  const { status, headers, text } = await nobody.get(link);
  await proxy.forward();
  assert.deepEqual([status, headers.get('retry-after')], [503, '1']);
  assert.match(text, /<h1[^>]*>Something went wrong<\/h1>/);
  await assertBack();
});

test('503 before the timeout also after a slow caller lookup', async () => {
  proxy.delay(2_000);
  const { answer, took_ms } = await timed(api.get(PATH));
  proxy.delay(0);
  assertAway(answer, took_ms);
  await sleep(2_000);
  await assertBack();
});

test('201 exactly once when the answer to COMMIT is lost', async () => {
  proxy.swallowNextCommit('WO-landed');
  const { status, body } = await api.post(PATH, { title: 'Committed', external_id: 'WO-landed' });
  assert.equal(status, 201);
  await assertOnce('WO-landed', body.id);
});

test('200 once for scheduling and cancelling a secret after a lost response to COMMIT', async () => {
  const hook = { url: 'https://8.8.8.8/hook', events: ['task.created'] };
  const { id } = (await api.post('/v1/webhook-subscribe', hook)).body;
  const path = `/v1/endpoints/rotate?endpoint_id=${id}`;
  proxy.swallowNextCommit(id);
  const rotated = await api.post(path, { switches_at: '9999-01-01' });
  assert.deepEqual([rotated.status, rotated.body.switches_at], [200, '9999-01-01T00:00:00.000Z']);
  proxy.swallowNextCommit(id);
  const ended = await api.delete(path);
  assert.deepEqual([ended.status, ended.body.secret_switches_at], [200, null]);
  assert.equal((await api.delete(path)).status, 409, 'the control: it was done once');
});

test('201 exactly once if the connection is cut before COMMIT arrives', async () => {
  proxy.cutBeforeNextCommit('WO-cut');
  const { status, body } = await api.post(PATH, { title: 'Cut', external_id: 'WO-cut' });
  assert.equal(status, 201);
  await assertOnce('WO-cut', body.id);
});

test(
  '201 exactly once if the connection is cut during COMMIT',
  onOneServer('a trigger that waits in a COMMIT'),
  async () => {
    await fresh.db.unsafe(SLOW_COMMIT);
    proxy.cutDuringNextCommit('WO-late');
    const { status, body } = await api.post(PATH, { title: 'Late', external_id: 'WO-late' });
    await fresh.db`drop trigger slow_commit on tasks`;
    assert.equal(status, 201);
    await assertOnce('WO-late', body.id);
  },
);

const SLOW_COMMIT = `
  create function slow_commit() returns trigger language plpgsql as
    $$ begin perform pg_sleep(0.3); return null; end $$;
  create constraint trigger slow_commit after insert on tasks
    deferrable initially deferred for each row execute function slow_commit()`;

test('201 exactly once when the answer to COMMIT is lost under an idempotency key', async () => {
  const input = { title: 'Committed', external_id: 'WO-key' };
  const claimed = { 'Idempotency-Key': 'lost-answer' };
  proxy.swallowNextCommit('WO-key');
  const first = await api.post(PATH, input, claimed);
  assert.equal(first.status, 201);
  await assertOnce('WO-key', first.body.id);

  const again = await api.post(PATH, input, claimed);
  assert.equal(again.status, 201);
  assert.equal(again.headers.get('idempotent-replayed'), 'true');
  assert.equal(again.text, first.text);
});

test('a deadlock is retried until both transactions succeed', async () => {
  const db = fresh.db;
  await db`create table pairs (id integer primary key, value integer not null)`;
  await db`insert into pairs values (1, 0), (2, 0)`;
  const seen = await countAttempts(async (begun) => {
    const bothHold = meeting(2);
    const raise = (first: number, second: number) =>
      transaction(db, async (tx) => {
        begun();
        await tx`update pairs set value = value + 1 where id = ${first}`;
        await bothHold();
        await tx`update pairs set value = value + 1 where id = ${second}`;
      });
    await Promise.all([raise(1, 2), raise(2, 1)]);
  });
  assert.ok(seen > 2, 'nothing was tried again');
  assert.deepEqual([...(await db`select value from pairs`)], [{ value: 2 }, { value: 2 }]);
});

test('a serialization failure is retried until both transactions succeed', async () => {
  const db = fresh.db;
  await db`create table sums (value integer not null)`;
  await db`insert into sums values (0)`;
  const seen = await countAttempts(async (begun) => {
    const bothRead = meeting(2);
    const raise = () =>
      transaction(db, async (tx) => {
        begun();
        await tx`set transaction isolation level serializable`;
        const [sum] = await tx<[{ value: number }]>`select value from sums`;
        await bothRead();
        await tx`update sums set value = ${sum.value + 1}`;
      });
    await Promise.all([raise(), raise()]);
  });
  assert.equal(seen, 3);
  assert.deepEqual([...(await db`select value from sums`)], [{ value: 2 }]);
});

test('permanent errors are thrown without a retry', async () => {
  const seen = await countAttempts(async (begun) => {
    const work = transaction(fresh.db, async (tx) => {
      begun();
      await tx`select 1 / 0`;
    });
    await assert.rejects(work, { code: '22012' });
  });
  assert.equal(seen, 1);
});

test('control: a wait counts towards the timeout, CPU time of other processes does not', async () => {
  const started_ms = clock.read();
  blockProcess(ANSWER_WITHIN_MS);
  assert.ok(clock.read() - started_ms < 1_000);
  await eventually(clock.read, (now_ms) => now_ms - started_ms > ANSWER_WITHIN_MS, BACK_WITHIN_MS);
});

async function countAttempts(run: (begun: () => void) => Promise<void>): Promise<number> {
  let attempts = 0;
  await run(() => void attempts++);
  return attempts;
}

/** Returns a barrier that opens when this many callers have arrived; later callers pass. */
function meeting(size: number): () => Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let present = 0;
  return () => {
    if (++present >= size) resolve();
    return promise;
  };
}

async function assertAllFailInTime(): Promise<void> {
  const [answers, ready, alive] = await Promise.all([
    flood(),
    timed(nobody.get('/readyz')),
    timed(nobody.get('/healthz')),
  ]);
  for (const { answer, took_ms } of answers) assertAway(answer, took_ms);
  assert.equal(alive.answer.status, 200);
  assert.ok(alive.took_ms < 500, `/healthz took ${alive.took_ms} ms`);
  assert.equal(ready.answer.status, 503);
  assert.ok(ready.took_ms < ANSWER_WITHIN_MS, `/readyz took ${ready.took_ms} ms`);
}

/**
 * Asserts the answer for an unavailable database: the same as for overload, because nothing was written and the
 * request can be retried.
 */
function assertAway({ status, headers, text }: Answer, took_ms: number): void {
  assert.deepEqual([status, headers.get('retry-after'), text], [503, '1', '']);
  assert.match(headers.get('x-request-id') ?? '', /^[0-9a-f-]{36}$/);
  assert.ok(took_ms < ANSWER_WITHIN_MS, `took ${took_ms} ms`);
}

function assertBroken({ status, body }: Answer, took_ms: number): void {
  assert.equal(status, 500);
  assert.deepEqual(Object.keys(body).toSorted(), ['error', 'message']);
  assert.equal(body.error, 'INTERNAL_ERROR');
  assert.ok(took_ms < ANSWER_WITHIN_MS, `took ${took_ms} ms`);
}

/** True if the nth request of the flood reads a list. */
function isRead(n: number): boolean {
  return n % requests.length === 0;
}

function flood() {
  const rounds = Array.from({ length: FLOOD / requests.length }, (_, n) =>
    requests.map((request) => timed(request(api, n))),
  );
  return Promise.all(rounds.flat());
}

async function timed(asked: Promise<Answer>): Promise<{ answer: Answer; took_ms: number }> {
  const started_ms = clock.read();
  const answer = await asked;
  return { answer, took_ms: clock.read() - started_ms };
}

/** Asserts that the service recovers without a restart and serves as many simultaneous requests as before. */
async function assertBack(): Promise<void> {
  const isServed = ({ status }: Answer) => status === 200;
  await eventually(() => nobody.get('/readyz'), isServed, BACK_WITHIN_MS);
  await eventually(
    () => Promise.all(Array.from({ length: FLOOD }, () => api.get(PATH))),
    (answers) => answers.every(isServed),
    BACK_WITHIN_MS,
  );
}

async function assertOnce(external_id: string, id: string): Promise<void> {
  const rows = await fresh.db<{ id: string; account_id: string }[]>`
    select id, account_id
    from tasks
    where external_id = ${external_id}`;
  assert.deepEqual(
    rows.map((row) => row.id),
    [id],
  );
  const events = await eventsOf(fresh.db, rows[0]?.account_id ?? '', id);
  assert.equal(events.length, 1);
}
