import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import { deliveriesWritten, emitAll, createEventRow } from '../../src/events/emit.ts';
import { registerLocalSender, type LeasedDelivery, type LocalSender } from '../../src/events/localSender.ts';
import { createTask } from '../../src/features/tasks/tasks.ts';
import { pauseEndpoint, resumeEndpoint } from '../../src/features/webhooks/endpoints/endpoints.ts';
import { sampleEventData } from '../../src/features/webhooks/log/samples.ts';
import { startSender } from '../../src/features/webhooks/sending/sender.ts';
import { DELIVERY_LEASE_MS } from '../../src/features/webhooks/sending/sql/leases.ts';
import { insertSender } from '../../src/features/webhooks/sending/sql/senders.ts';
import { createLog } from '../../src/lib/log.ts';
import { connect, transaction, type Database, type Transaction } from '../../src/lib/sql/sql.ts';
import { eventually } from '../../support/eventually.ts';
import { isBalanced, ledgerOf } from '../../support/deliveries.ts';
import { isCluster } from '../support/cluster.ts';
import { endpointOf } from '../support/endpoints.ts';
import { SENDER_CONNECTIONS_WITH_LONG_TIMEOUTS, LONG_TIMEOUTS } from '../support/longTimeouts.ts';
import { openReceiver } from '../support/receiver.ts';
import { openWorld, type Tenant } from '../support/world.ts';

const TASKS = 20;
const LIVES_MS = 2_000;
const world = await openWorld({ webhook_allow: ['127.0.0.0/8'] });
const elsewhere = await openWorld();
const { db, clock } = world;

/** Starts a sender that counts its claims. Events emitted through `events_db` are offered to it directly. */
async function startWatched(events_db: Database, caps = { total: 512, per_account: 256, per_endpoint: 32 }) {
  const seen = { claims: 0 };
  const observe = (text: string) => void (seen.claims += Number(text.includes('chosen as materialized')));
  const own = connect(world.connection, { ...SENDER_CONNECTIONS_WITH_LONG_TIMEOUTS, observe });
  const { box, outgoing } = world.tools;
  const sending = { box, outgoing, clock, random: Math.random, user_agent: 'Test' };
  const sender = startSender({ ...sending, db: own, events_db, caps, log: createLog('silent') });
  await sender.joined;
  const stopListening = deliveriesWritten.subscribe(sender.wake);
  const stop = async (timeout_ms = 100) => {
    stopListening();
    await sender.stop(timeout_ms);
    await own.end({ timeout: 1 });
  };
  return { seen, sender, stop };
}

/** Returns a tenant with an endpoint at its own receiver. */
async function arrange() {
  const receiver = await openReceiver();
  after(() => receiver.close());
  const tenant = await world.account();
  const endpoint_id = await endpointOf(tenant, `${receiver.url}/hook`);
  const titles = () => receiver.received.map(({ body }) => JSON.parse(body).data.title as string);
  const queue = () => db<{ event_id: string; claim_id: string | null; due_at: string }[]>`
    select event_id, claim_id, due_at from webhook_queue
    where endpoint_id = ${endpoint_id} order by event_id`;
  const got = (count: number) => eventually(titles, ({ length }) => length === count);
  return { receiver, tenant, endpoint_id, titles, queue, got };
}

const create = (tenant: Tenant, title: string) => createTask(tenant.ctx(), { title });
const settled = () =>
  eventually(
    () => ledgerOf(db),
    ({ queued }) => queued === 0,
  );

function emitFor(tx: Transaction, { account_id }: Tenant, ...titles: string[]): Promise<void> {
  const [now, sample] = [clock.now(), sampleEventData('task.created', clock.now())];
  const rows = titles.map((title) => createEventRow(account_id, 'task.created', { ...sample, title }, now));
  return emitAll(tx, account_id, rows);
}

/** Returns the number of claims needed to deliver tasks one after the other. */
async function claimsFor(events_db: Database): Promise<number> {
  const { tenant, got } = await arrange();
  const { seen, stop } = await startWatched(events_db);
  for (let at = 1; at <= TASKS; at++) {
    await create(tenant, `Task ${at}`);
    await got(at);
  }
  await settled();
  await stop();
  return seen.claims;
}

test('a delivery is sent without a claim by the process that wrote it', async () => {
  assert.equal(await claimsFor(db), 0);
});

test('control: a sender without local deliveries claims each of them', async () => {
  assert.ok((await claimsFor(elsewhere.db)) >= TASKS);
});

test('a local delivery is leased by the statement that writes it, until the lease expires', async () => {
  const { receiver, tenant, queue, got } = await arrange();
  receiver.answer = () => {};
  const { stop } = await startWatched(db);
  await create(tenant, 'Held');
  await got(1);
  const [row] = await queue();
  assert.equal(row?.claim_id, row?.event_id ?? assert.fail());
  assert.equal(row.due_at, new Date(clock.now().getTime() + DELIVERY_LEASE_MS).toISOString());
  await stop();
  const [free] = await queue();
  assert.deepEqual([free?.claim_id, free?.due_at], [null, clock.now().toISOString()]);
  receiver.answer = (_request, response) => void response.writeHead(204).end();
  const next = await startWatched(db);
  await settled();
  assert.equal(receiver.received.length, 2);
  await next.stop();
});

test('one statement text writes any number of events', async () => {
  const { tenant, got } = await arrange();
  const texts = new Set<string>();
  const own = connect(world.connection, {
    max: 1,
    ...LONG_TIMEOUTS,
    observe: (text) => void texts.add(text),
  });
  const { stop } = await startWatched(own);
  for (const count of [2, 3, 5]) {
    const titled = Array.from({ length: count }, (_, at) => `"${at}" of {${count}}, \\`);
    await transaction(own, (tx) => emitFor(tx, tenant, ...titled));
  }
  assert.equal((await got(10)).filter((title) => title === '"1" of {2}, \\').length, 1);
  assert.equal([...texts].filter((text) => text.includes('insert into events')).length, isCluster() ? 3 : 1);
  await settled();
  await stop();
  await own.end({ timeout: 1 });
});

test('no delivery of a rolled-back transaction is sent; control: a committed one is sent', async () => {
  const { tenant, titles, got } = await arrange();
  const { stop } = await startWatched(db);
  const gone = transaction(db, async (tx) => {
    await emitFor(tx, tenant, 'Rolled back');
    throw new Error('changed its mind');
  });
  await assert.rejects(gone, /changed its mind/);
  await transaction(db, (tx) => emitFor(tx, tenant, 'Committed'));
  await got(1);
  await settled();
  await stop();
  assert.deepEqual(titles(), ['Committed']);
});

test('a delivery of a retried transaction is sent once', async () => {
  const { tenant, titles, got } = await arrange();
  const { stop } = await startWatched(db);
  let runs = 0;
  await transaction(db, async (tx) => {
    await emitFor(tx, tenant, 'Run again');
    if (++runs < 3) await tx.unsafe(`do $$ begin raise exception using errcode = '40001'; end $$`);
  });
  await got(1);
  await settled();
  await stop();
  assert.deepEqual([runs, titles().length], [3, 1]);
});

test('several events of several accounts in one transaction: each endpoint gets its own, in order', async () => {
  const [one, two] = [await arrange(), await arrange()];
  const { stop } = await startWatched(db);
  await transaction(db, async (tx) => {
    await emitFor(tx, one.tenant, 'A');
    await emitFor(tx, two.tenant, 'B');
    await emitFor(tx, one.tenant, 'C');
  });
  assert.deepEqual([await one.got(2), await two.got(1)], [['A', 'C'], ['B']]);
  await settled();
  assert.ok(isBalanced(await ledgerOf(db)));
  await stop();
});

test('without a free slot, a delivery is written unleased and claimed later in order', async () => {
  const [full, other] = [await arrange(), await arrange()];
  const answers: (() => void)[] = [];
  full.receiver.answer = (_request, response) => void answers.push(() => void response.writeHead(204).end());
  const { stop } = await startWatched(db, { total: 8, per_account: 4, per_endpoint: 1 });
  for (const title of ['A', 'B', 'C']) await create(full.tenant, title);
  await full.got(1);
  const claims = (await full.queue()).map(({ event_id, claim_id }) => claim_id === event_id);
  assert.deepEqual(claims, [true, false, false]);
  await create(other.tenant, 'Beside');
  await other.got(1);
  for (let at = 0; at < 4; at++) {
    await eventually(
      () => answers.length,
      (count) => count > at,
    );
    // A task created while the first deliveries wait must not overtake them.
    if (at === 1) await create(full.tenant, 'D');
    answers[at]?.();
  }
  await settled();
  assert.deepEqual(full.titles(), ['A', 'B', 'C', 'D']);
  await stop();
});

test('several events of one statement use only free slots', async () => {
  const [{ receiver, tenant, queue, got }, other] = [await arrange(), await arrange()];
  receiver.answer = () => {};
  const { stop } = await startWatched(db, { total: 8, per_account: 3, per_endpoint: 2 });
  await transaction(db, (tx) => emitFor(tx, tenant, 'Task 1', 'Task 2', 'Task 3', 'Task 4'));
  const claims = async () => (await queue()).filter(({ claim_id }) => claim_id !== null).length;
  await eventually(claims, (count) => count === 2);
  await create(other.tenant, 'Beside');
  await other.got(1);
  assert.deepEqual([await claims(), (await got(2)).length], [2, 2]);
  await stop();
  await db`delete from webhook_queue`;
  await db`update webhook_deliveries set state = 'cancelled' where state = 'pending'`;
});

test('a delivery is written unleased for a paused endpoint, and not for a suspended or deleted one', async () => {
  const { tenant, endpoint_id, queue, titles, got } = await arrange();
  const { stop } = await startWatched(db);
  await pauseEndpoint(tenant.ctx(), endpoint_id);
  await create(tenant, 'Waits');
  const [row] = await queue();
  assert.deepEqual([row?.claim_id, row?.due_at], [null, clock.now().toISOString()]);
  await resumeEndpoint(tenant.ctx(), endpoint_id);
  await got(1);
  await settled();
  for (const column of ['suspended_at', 'deleted_at'] as const) {
    await db`update webhook_endpoints set ${db({ [column]: clock.now() })} where id = ${endpoint_id}`;
    await create(tenant, column);
    assert.equal((await queue()).length, 0);
    await db`update webhook_endpoints set ${db({ [column]: null })} where id = ${endpoint_id}`;
  }
  await create(tenant, 'Control');
  await got(2);
  await settled();
  assert.deepEqual(titles(), ['Waits', 'Control']);
  await stop();
});

test('deliveries of a dead process are sent by another process, and not before its death', async () => {
  const { tenant, titles, got } = await arrange();
  const { stop } = await startWatched(db);
  const never_sent: LeasedDelivery[] = [];
  const [sender_id, began_ms] = [randomUUID(), performance.now()];
  await insertSender(db, sender_id, { alive_ms: LIVES_MS, counted_ms: LIVES_MS });
  const dead: LocalSender = {
    offerLease: () => ({
      sender_id,
      leased_until: new Date(clock.now().getTime() + DELIVERY_LEASE_MS),
      full_accounts: new Set(),
      full_endpoints: [],
    }),
    send: (deliveries) => void never_sent.push(...deliveries),
  };
  const bury = registerLocalSender(db, dead);
  await create(tenant, 'Left behind');
  bury();
  assert.equal(never_sent.length, 1);
  await got(1);
  await settled();
  assert.deepEqual(titles(), ['Left behind']);
  assert.ok(performance.now() - began_ms >= LIVES_MS);
  const [delivery] = await db<{ state: string; attempts: number }[]>`
    select state, attempts from webhook_deliveries where event_id = ${never_sent[0]?.event_id ?? ''}`;
  // The attempt of the dead process counts, because it may have been sent.
  assert.deepEqual(delivery, { state: 'delivered', attempts: 2 });
  await stop();
});

test('a delivery is sent if its sender stops before the transaction commits', async () => {
  const { tenant, titles, queue } = await arrange();
  const { stop } = await startWatched(db);
  const [written, stopping] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const committed = transaction(db, async (tx) => {
    await emitFor(tx, tenant, 'Committed late');
    written.resolve();
    await stopping.promise;
  });
  await written.promise;
  const stopped = stop(60_000);
  stopping.resolve();
  await Promise.all([stopped, committed]);
  assert.deepEqual([titles(), (await queue()).length], [['Committed late'], 0]);
});

test('an endpoint with one slot gets the next delivery before the last result is written', async () => {
  const { tenant, titles, got } = await arrange();
  const { stop } = await startWatched(db, { total: 8, per_account: 4, per_endpoint: 1 });
  await db.begin(async (tx) => {
    await tx`lock table webhook_attempts in exclusive mode`;
    await create(tenant, 'First');
    await got(1);
    await create(tenant, 'Second');
    await got(2);
  });
  await settled();
  assert.deepEqual(titles(), ['First', 'Second']);
  await stop();
});
