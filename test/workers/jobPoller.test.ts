import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { systemClock } from '../../src/lib/time/clock.ts';
import { createLog } from '../../src/lib/log.ts';
import { startJobPoller, type BackgroundJob } from '../../src/workers/jobPoller.ts';
import { eventually } from '../../support/eventually.ts';
import { cloneDatabase } from '../support/database.ts';
import { countWaiting } from '../support/waitingStatements.ts';

const fresh = await cloneDatabase();
const { db } = fresh;
after(() => fresh.drop());

/** Returns a job that is due or not, and counts its runs. */
function piece(name: string, changes: Partial<BackgroundJob> = {}) {
  const state = { is_due: false, backoff: 0, failures: 0 };
  const watched: BackgroundJob = {
    name,
    isDue: (db) => db`${state.is_due}::boolean`,
    work: async () => void state.backoff++,
    ...changes,
  };
  return { state, watched };
}

function start(...watched: BackgroundJob[]) {
  const failed: string[] = [];
  const onFailure = (name: string) => void failed.push(name);
  const look = startJobPoller(watched, { db, clock: systemClock, log: createLog('silent'), onFailure });
  return { look, failed };
}

test('the poller runs due jobs repeatedly, and no others', async () => {
  const [busy, idle] = [piece('busy'), piece('idle')];
  busy.state.is_due = true;
  const { look } = start(busy.watched, idle.watched);
  await eventually(
    () => busy.state.backoff,
    (backoff) => backoff >= 2,
  );
  assert.equal(idle.state.backoff, 0);
  idle.state.is_due = true;
  await eventually(
    () => idle.state.backoff,
    (backoff) => backoff >= 1,
  );
  await look.stop();
});

test('a long job delays no other, does not overlap itself, and a stop waits for it', async () => {
  const done = Promise.withResolvers<void>();
  let started = 0;
  const long = piece('long', { work: () => (started++, done.promise) });
  const short = piece('short');
  long.state.is_due = short.state.is_due = true;
  const { look } = start(long.watched, short.watched);
  await eventually(
    () => short.state.backoff,
    (backoff) => backoff >= 3,
  );
  assert.equal(started, 1);
  let is_stopped = false;
  const stopped = look.stop().then(() => (is_stopped = true));
  await db`select 1`;
  assert.equal(is_stopped, false);
  done.resolve();
  await stopped;
});

test('no due job starts after a stop', async () => {
  const found = piece('found', { isDue: (db) => db`exists (select from held)` });
  await db`create table held as select 1 as one`;
  const { stopped } = await db.begin(async (tx) => {
    await tx`lock table held`;
    const { look } = start(found.watched);
    await eventually(
      () => countWaiting(db),
      (count) => count === 1,
    );
    return { stopped: look.stop() };
  });
  await stopped;
  assert.equal(found.state.backoff, 0);
});

test('a busy job runs again before the next poll, and a stop does not wait for that', async () => {
  const often = piece('often', { again_ms: 20 });
  const never = piece('never', { again_ms: 60_000 });
  often.state.is_due = never.state.is_due = true;
  const { look } = start(often.watched, never.watched);
  await eventually(
    () => often.state.backoff,
    (backoff) => backoff >= 2,
  );
  await look.stop();
  assert.equal(never.state.backoff, 1);
});

test('every job runs if the poll fails, and a failure is counted under the name of its job', async () => {
  const broken = piece('broken', { isDue: (db) => db`1 / ${0}::int = 1` });
  const failing = piece('failing', { work: () => Promise.reject(new Error('no')) });
  const { look, failed } = start(broken.watched, failing.watched);
  await eventually(
    () => broken.state.backoff,
    (backoff) => backoff >= 2,
  );
  await look.stop();
  assert.ok(failed.length >= 1 && failed.every((name) => name === 'failing'));
});
