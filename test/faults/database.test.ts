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
import { startOwnTime } from '../support/ownTime.ts';
import { standStill } from '../support/standStill.ts';
import { openFaultyService } from './support/service.ts';

const { url, api, fresh, proxy } = await openFaultyService();
const nobody = callerAt(url);
const PATH = '/v1/api-tenant-tasks';
const ANSWER_WITHIN_MS = 3_000;
const BACK_WITHIN_MS = 30_000;
const clock = startOwnTime();
after(clock.stop);
// A test that failed half-way breaks no other.
afterEach(() => {
  proxy.delay(0);
  return proxy.forward();
});
const { body: task } = await api.post(PATH, { title: 'Made before the trouble' });

/** More than the pool has connections, of every kind, with and without an idempotency key. */
const requests: ((caller: Caller, n: number) => Promise<Answer>)[] = [
  (caller) => caller.get(PATH),
  (caller) => caller.post(PATH, { title: 'Lost' }),
  (caller) => caller.patch(`${PATH}?task_id=${task.id}`, { title: 'Lost' }),
  (caller, n) => caller.post(PATH, { title: 'Lost' }, { 'Idempotency-Key': `lost-${n}` }),
];
const FLOOD = 40;

test('503 in time for every request while the database swallows everything', async () => {
  await Promise.all(Array.from({ length: FLOOD }, () => api.get(PATH)));
  proxy.swallowAll();
  await assertAllFailInTime();
  await assertAllFailInTime();
  await proxy.forward();
  await assertBack();
});

test('503 in time for requests that were running when the database went silent, 500 where they may be written', async () => {
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

test('503 in time while connections are refused, however long it lasts', async () => {
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

test('503 in time although finding the caller alone took most of it', async () => {
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

test('200 once for a new secret that waits, and for calling it off, when the answer to COMMIT is lost', async () => {
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

test('201 exactly once when the line is cut before COMMIT arrives', async () => {
  proxy.cutBeforeNextCommit('WO-cut');
  const { status, body } = await api.post(PATH, { title: 'Cut', external_id: 'WO-cut' });
  assert.equal(status, 201);
  await assertOnce('WO-cut', body.id);
});

test(
  '201 exactly once when the line is cut and the server is still at its COMMIT',
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

test('a deadlock is tried again until both have done their work', async () => {
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

test('a serialization failure is tried again until both have done their work', async () => {
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

test('what the database does not ask to retry is thrown at once', async () => {
  const seen = await countAttempts(async (begun) => {
    const work = transaction(fresh.db, async (tx) => {
      begun();
      await tx`select 1 / 0`;
    });
    await assert.rejects(work, { code: '22012' });
  });
  assert.equal(seen, 1);
});

test('control: waiting takes time by the clock of this process, and what others take of the processor does not', async () => {
  const started_ms = clock.read();
  standStill(ANSWER_WITHIN_MS);
  assert.ok(clock.read() - started_ms < 1_000);
  await eventually(clock.read, (now_ms) => now_ms - started_ms > ANSWER_WITHIN_MS, BACK_WITHIN_MS);
});

async function countAttempts(run: (begun: () => void) => Promise<void>): Promise<number> {
  let attempts = 0;
  await run(() => void attempts++);
  return attempts;
}

/** A barrier: opens when so many have arrived; later ones pass. */
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

/** As overload is answered: nothing was written, and the same may be asked again. */
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

/** Whether the nth of a flood is a list. */
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

/** Without a restart, and for as many requests at once as before. */
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
