import assert from 'node:assert/strict';
import { test } from 'node:test';
import { areDeliveriesDue } from '../../src/features/webhooks/sql/due.ts';
import type { Database, Fragment, Queryable } from '../../src/lib/sql/sql.ts';
import { listDue } from '../../src/workers/sql/due.ts';
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
// The planner believes the queue to be empty.
await db`analyze webhook_queue`;
await db`
  insert into webhook_queue (account_id, endpoint_id, event_id, due_at, attempt, is_single)
  select ${tenant.account_id}, ${endpoint_id}, gen_random_uuid(),
    ${clock.now()}::timestamptz + number * interval '1 minute', 1, false
  from generate_series(1, ${BACKLOG}::int) as number`;

const isDue = async (at_ms: number) => {
  const is_due = areDeliveriesDue(db, new Date(clock.now().getTime() + at_ms));
  return (await listDue(db, [{ name: 'sender', is_due }])).has('sender');
};

test('deliveries are due from the moment of the first on', async () => {
  assert.equal(await isDue(59_999), false);
  assert.equal(await isDue(60_000), true);
});

for (const [state, column] of Object.entries({ paused: 'paused_at', deleted: 'deleted_at' })) {
  test(`none is due to an endpoint that is ${state}`, async () => {
    await db`update webhook_endpoints set ${db({ [column]: clock.now() })} where id = ${endpoint_id}`;
    assert.equal(await isDue(60_000), false);
    await db`update webhook_endpoints set ${db({ [column]: null })} where id = ${endpoint_id}`;
    assert.equal(await isDue(60_000), true);
  });
}

async function countRead(is_due: (tx: Queryable) => Fragment): Promise<number> {
  return db.begin(async (tx) => {
    const ask = () => listDue(tx, [{ name: 'sender', is_due: is_due(tx) }]);
    for (let planned = 0; planned < 6; planned++) await ask();
    const own = tx as unknown as Database;
    const before = await rowsRead(own, ['webhook_queue']);
    await ask();
    const after = await rowsRead(own, ['webhook_queue']);
    return after.webhook_queue - before.webhook_queue;
  });
}

test('a backlog costs the look a few rows', async () => {
  const read = await countRead((tx) => areDeliveriesDue(tx, clock.now()));
  assert.ok(read > 0 && read < 50, `${read} entries read`);
});

test('control: to look through the queue reads the backlog', async () => {
  // What is added keeps the statement from an index.
  const read = await countRead(
    (tx) =>
      tx`exists (select 1 from webhook_queue as item where item.due_at + interval '0' <= ${clock.now()})`,
  );
  assert.ok(read >= BACKLOG, `${read} entries read`);
});
