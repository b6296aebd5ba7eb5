import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dueDeliveryExists, findDueQueues } from '../../src/features/webhooks/sending/sql/due.ts';
import type { Database, Fragment, Queryable } from '../../src/lib/sql/sql.ts';
import { ALL_ENDPOINT_QUEUES } from '../../src/features/webhooks/sending/sql/endpointQueues.ts';
import { listDueJobs } from '../../src/workers/sql/due.ts';
import { endpointOf } from '../support/endpoints.ts';
import { rowsRead } from '../support/rowsRead.ts';
import { keepStatistics } from '../support/statistics.ts';
import { openWorld } from '../support/world.ts';

const BACKLOG = 20_000;

const world = await openWorld({ webhook_allow: ['127.0.0.0/8'], on_one_server: true });
const { db, clock } = world;
await keepStatistics(db);
const tenant = await world.account();
const endpoint_id = await endpointOf(tenant, 'http://127.0.0.1:1/');
// The planner's statistics say that the queue is empty.
await db`analyze webhook_queue`;
await db`
  insert into webhook_queue (account_id, endpoint_id, event_id, due_at, attempt, is_single)
  select ${tenant.account_id}, ${endpoint_id}, gen_random_uuid(),
    ${clock.now()}::timestamptz + number * interval '1 minute', 1, false
  from generate_series(1, ${BACKLOG}::int) as number`;

const isDue = async (at_ms: number) => {
  const is_due = dueDeliveryExists(db, new Date(clock.now().getTime() + at_ms));
  return (await listDueJobs(db, [{ name: 'sender', is_due }])).has('sender');
};

test('the sender is due from the due time of the first delivery', async () => {
  assert.equal(await isDue(59_999), false);
  assert.equal(await isDue(60_000), true);
});

for (const [state, column] of Object.entries({ paused: 'paused_at', deleted: 'deleted_at' })) {
  test(`no delivery is due for an endpoint that is ${state}`, async () => {
    await db`update webhook_endpoints set ${db({ [column]: clock.now() })} where id = ${endpoint_id}`;
    assert.equal(await isDue(60_000), false);
    await db`update webhook_endpoints set ${db({ [column]: null })} where id = ${endpoint_id}`;
    assert.equal(await isDue(60_000), true);
  });
}

test('a poll returns the endpoints with due rows, the next due time and a cursor', async () => {
  const later_id = await endpointOf(tenant, 'http://127.0.0.1:1/later');
  await db`
    insert into webhook_queue (account_id, endpoint_id, event_id, due_at, attempt, is_single)
    values (
      ${tenant.account_id}, ${later_id}, gen_random_uuid(),
      ${clock.now()}::timestamptz + interval '2 minutes', 1, false
    )`;
  const [first, later] = [endpoint_id, later_id].map((id) => ({
    account_id: tenant.account_id,
    endpoint_id: id,
  }));
  const dueAt = (ms: number) => new Date(clock.now().getTime() + ms);
  const find = async (at_ms: number, wish = {}) => {
    const { next_due_at, ...found } = await findDueQueues(db, {
      ...ALL_ENDPOINT_QUEUES,
      now: dueAt(at_ms),
      ...wish,
    });
    return { ...found, next_due_at: next_due_at && Date.parse(next_due_at) - clock.now().getTime() };
  };
  const [minute_ms, none] = [60_000, { queues: [], last_queue: null }];
  assert.deepEqual(await find(59_999), { ...none, next_due_at: minute_ms });
  assert.deepEqual(await find(60_000), { ...none, queues: [first], next_due_at: 2 * minute_ms });
  assert.deepEqual(await find(119_999), { ...none, queues: [first], next_due_at: 2 * minute_ms });
  assert.deepEqual(await find(120_000), { ...none, queues: [first, later], next_due_at: null });
  assert.deepEqual(await find(0, { max_queues: 1 }), { ...none, last_queue: first, next_due_at: minute_ms });
  assert.deepEqual(await find(0, { max_queues: 2 }), { ...none, last_queue: later, next_due_at: minute_ms });
  assert.deepEqual(await find(0, { after: first }), { ...none, next_due_at: 2 * minute_ms });
  assert.deepEqual(await find(0, { after: later }), { ...none, next_due_at: null });
  await db`delete from webhook_queue where endpoint_id = ${later_id}`;
});

async function countRead(is_due: (tx: Queryable) => Fragment): Promise<number> {
  return db.begin(async (tx) => {
    const ask = () => listDueJobs(tx, [{ name: 'sender', is_due: is_due(tx) }]);
    for (let planned = 0; planned < 6; planned++) await ask();
    const own = tx as unknown as Database;
    const before = await rowsRead(own, ['webhook_queue']);
    await ask();
    const after = await rowsRead(own, ['webhook_queue']);
    return after.webhook_queue - before.webhook_queue;
  });
}

test('a poll reads a few rows of a backlog', async () => {
  const read = await countRead((tx) => dueDeliveryExists(tx, clock.now()));
  assert.ok(read > 0 && read < 50, `${read} entries read`);
});

test('control: scanning the queue reads the backlog', async () => {
  // Control: the added interval prevents the use of the index.
  const read = await countRead(
    (tx) =>
      tx`exists (select 1 from webhook_queue as item where item.due_at + interval '0' <= ${clock.now()})`,
  );
  assert.ok(read >= BACKLOG, `${read} entries read`);
});
