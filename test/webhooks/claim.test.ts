import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import type { LeasedDelivery } from '../../src/events/localSender.ts';
import { claimDueDeliveries } from '../../src/features/webhooks/sending/claim.ts';
import type { UsedSlots } from '../../src/features/webhooks/sending/slotShares.ts';
import { DELIVERY_LEASE_MS } from '../../src/features/webhooks/sending/sql/leases.ts';
import { writeResults } from '../../src/features/webhooks/sending/sql/results.ts';
import { SENDER_CONNECTIONS } from '../../src/features/webhooks/sending/start.ts';
import { newId } from '../../src/lib/ids.ts';
import { transactionState } from '../../src/lib/sql/driver/queryable.ts';
import type { Database, Transaction } from '../../src/lib/sql/sql.ts';
import { endpointOf } from '../support/endpoints.ts';
import { rowsRead } from '../support/rowsRead.ts';
import { keepStatistics } from '../support/statistics.ts';
import { openWorld } from '../support/world.ts';

const EVENTS = 300;
const CLAIMED = 8;
/** The number of executions: more than PostgreSQL plans separately before it uses a generic plan. */
const TURNS = 10;
const TABLES = ['events', 'webhook_deliveries', 'webhook_queue'] as const;
const SENDER = randomUUID();
const FIRST = '00000000-0000-0000-0000-000000000000';

const delivered = {
  verdict: 'delivered' as const,
  due_at: null,
  counts_as_failure: false,
  outcome: 'delivered',
  status: 204,
  address: null,
  dns_ms: null,
  connect_ms: null,
  first_byte_ms: null,
  total_ms: 1,
  answer: null,
  request_head: null,
  answer_head: null,
};

const world = await openWorld({ webhook_allow: ['127.0.0.0/8'] });
await keepStatistics(world.db);
const tenant = await world.account();
await endpointOf(tenant, 'http://127.0.0.1:1/');
const api = await tenant.api();
await fill();

async function fill(by = api, count = EVENTS): Promise<void> {
  for (let at = 0; at < count; at++) await by.post('/v1/api-tenant-tasks', { title: 'One of many' });
}

test('a claim and its result read only the claimed rows, however long the queue is', async () => {
  await asSender(takeSome);
});

test('a formerly idle sender reads a bounded number of rows of a sudden backlog', async () => {
  await leaveOne();
  await world.db`vacuum (analyze) webhook_queue, webhook_deliveries, events`;
  await asSender(async (db) => {
    for (let turn = 0; turn < TURNS; turn++) {
      assert.deepEqual(await claim(db), []);
      assert.equal(await writeResults(db, [unknown()]), 0);
    }
    await fill();
    await takeSome(db);
  });
});

test('a sender reads a bounded number of rows of an account unknown to the statistics', async () => {
  await world.db`truncate webhook_queue`;
  const other = await crowd(TURNS * CLAIMED);
  await asSender(async (db) => {
    for (let turn = 0; turn < TURNS; turn++) await take(db);
    await fill(other.api);
    // Within this transaction, claimed rows still occupy the queue, so only the other tables are checked.
    await takeSome(db, ['events', 'webhook_deliveries']);
  });
});

test('no account gets more slots than stay free for others', async () => {
  await world.db`truncate webhook_queue`;
  await fill();
  const others = [await crowd(), await crowd()];
  await asSender(async (db) => {
    const places = 60;
    const claimPlaces = (free: number, taken: UsedSlots) =>
      claimAs(db, randomUUID(), { free, most: places, ...taken });
    const first = await claimPlaces(places, { ids: [], counts: [] });
    const ids = [tenant, ...others].map(({ account_id }) => account_id);
    const counts = ids.map((id) => first.filter(({ account_id }) => account_id === id).length);
    const free = places - first.length;
    assert.ok(free > 0, 'every place is taken');
    for (const count of counts) assert.ok(count > 0 && count <= free, `${count} taken, ${free} free`);
    assert.deepEqual(await claimPlaces(free, { ids, counts }), []);
  });
});

/** Returns an account with more due deliveries than there are slots. */
async function crowd(count = EVENTS) {
  const crowded = await world.account();
  await endpointOf(crowded, 'http://127.0.0.1:1/');
  const calls = await crowded.api();
  await fill(calls, count);
  return { account_id: crowded.account_id, api: calls };
}

/** Empties the queue except for one row, so that the statistics know many pages and one row that is not due. */
async function leaveOne(): Promise<void> {
  const [last] = await world.db<[{ event_id: string }]>`
    select event_id
    from webhook_queue
    order by ctid desc
    limit 1`;
  await world.db`delete from webhook_queue where event_id <> ${last.event_id}`;
  await world.db`update webhook_queue set due_at = '2100-01-01'`;
}

/**
 * Runs work on one connection with a sender's settings, but without the timeout for idle transactions, because
 * filling the queue takes long.
 */
async function asSender(work: (db: Database) => Promise<void>): Promise<void> {
  const session = { ...SENDER_CONNECTIONS.session, idle_in_transaction_session_timeout: '0' };
  await world.db.begin(async (tx) => {
    for (const [name, value] of Object.entries(session)) {
      await tx`select set_config(${name}, ${value}, true)`;
    }
    await work(within(tx));
  });
}

/** Returns a database whose transactions run inside this one, so that nothing is committed. */
function within(tx: Transaction): Database {
  const ask = (strings: TemplateStringsArray, ...values: unknown[]) => tx(strings, ...values);
  const own = Object.assign(ask, tx);
  const begin = (work: (part: unknown) => unknown) => work(own);
  const part = { ...tx[transactionState], has_last_step: true };
  return Object.assign(own, { begin, [transactionState]: part }) as unknown as Database;
}

/** The most rows that may be read per delivery. */
const MOST_READ = { events: 1, webhook_deliveries: 2, webhook_queue: 5 };

async function takeSome(db: Database, tables: readonly (typeof TABLES)[number][] = TABLES): Promise<void> {
  const before = await rowsRead(db, TABLES);
  await take(db);
  const after = await rowsRead(db, TABLES);
  for (const table of tables) {
    const read = after[table] - before[table];
    assert.ok(read <= MOST_READ[table] * CLAIMED, `${read} rows of ${table} read`);
  }
}

async function take(db: Database): Promise<void> {
  const items = await claim(db);
  assert.equal(items.length, CLAIMED);
  assert.equal(await writeResults(db, items), CLAIMED);
}

/** Returns a result for a delivery that is not in the queue. */
function unknown() {
  const claimed = { account_id: tenant.account_id, endpoint_id: FIRST, event_id: FIRST, attempt: 1 };
  return ended({ ...claimed, leased_until: world.clock.now().toISOString() }, FIRST);
}

async function claim(db: Database) {
  const claim_id = randomUUID();
  const claimed = await claimAs(db, claim_id, { free: 2 * CLAIMED, most: CLAIMED, ids: [], counts: [] });
  return claimed.map((item) => ended(item, claim_id));
}

type Wish = { free: number; most: number } & UsedSlots;

async function claimAs(db: Database, claim_id: string, { free, most, ...accounts }: Wish) {
  const now = world.clock.now();
  const { claimed } = await claimDueDeliveries(db, {
    free,
    max_per_endpoint: most,
    max_per_account: most,
    endpoints: { ids: [], counts: [] },
    accounts,
    after: { account_id: FIRST, endpoint_id: FIRST },
    max_queues: 10,
    now,
    leased_until: new Date(now.getTime() + DELIVERY_LEASE_MS),
    claim_id,
    sender_id: SENDER,
  });
  return claimed;
}

type Item = Pick<LeasedDelivery, 'account_id' | 'endpoint_id' | 'event_id' | 'attempt' | 'leased_until'>;

function ended({ account_id, endpoint_id, event_id, attempt, leased_until }: Item, claim_id: string) {
  const now = world.clock.now();
  return {
    ...delivered,
    account_id,
    endpoint_id,
    event_id,
    attempt,
    leased_until,
    claim_id,
    id: newId(now),
    settled_at: now.toISOString(),
    attempted_at: now.toISOString(),
  };
}

test('no delivery is claimed for a deleted or paused endpoint', async () => {
  const lone = await world.account();
  const endpoint_id = await endpointOf(lone, 'http://127.0.0.1:1/');
  await (await lone.api()).post('/v1/api-tenant-tasks', { title: 'One' });
  const claimed = async () => {
    let found: LeasedDelivery[] = [];
    const claiming = world.db.begin(async (tx) => {
      const wish = { free: 2_000, most: 1_000, ids: [], counts: [] };
      found = await claimAs(tx as unknown as Database, randomUUID(), wish);
      throw new Error('undo');
    });
    await assert.rejects(claiming, /undo/);
    return found.filter(({ account_id }) => account_id === lone.account_id).length;
  };
  assert.equal(await claimed(), 1);
  for (const column of ['deleted_at', 'paused_at']) {
    const set = (value: Date | null) => world.db`
      update webhook_endpoints set ${world.db.unsafe(column)} = ${value} where id = ${endpoint_id}`;
    await set(world.clock.now());
    assert.equal(await claimed(), 0, column);
    await set(null);
  }
  assert.equal(await claimed(), 1);
});

test('a result is written only by the holder of the claim, once', async () => {
  await asSender(async (db) => {
    const [item] = await claim(db);
    assert.ok(item);
    assert.equal(await writeResults(db, [{ ...item, claim_id: randomUUID() }]), 0);
    assert.equal(await writeResults(db, [item]), 1);
    assert.equal(await writeResults(db, [item]), 0);
  });
});
