import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import type { LeasedDelivery } from '../../src/events/localSender.ts';
import { MOST_STARTS_PER_LOOP_TURN } from '../../src/features/webhooks/sending/claiming.ts';
import { claimDueDeliveries } from '../../src/features/webhooks/sending/claim.ts';
import { writeResults, type DeliveryResult } from '../../src/features/webhooks/sending/sql/results.ts';
import { NIL_ID, newId } from '../../src/lib/ids.ts';
import { endpointOf } from '../support/endpoints.ts';
import { eventually } from '../../support/eventually.ts';
import { isBalanced, ledgerOf } from '../../support/deliveries.ts';
import { openReceiver } from '../support/receiver.ts';
import { openWorld, type Tenant } from '../support/world.ts';

const TASKS = '/v1/api-tenant-tasks';
const EVENTS = 20;
const ROOM = { free: 100, max_per_endpoint: 100, max_per_account: 100, max_queues: 100 };
const ALONE = { sender_id: randomUUID() };
const NOBODY = { ids: [], counts: [] };

const receiver = await openReceiver();
after(() => receiver.close());
const world = await openWorld({ webhook_allow: ['127.0.0.0/8'] });
const { db, clock } = world;
const unwritable = await arrange('unwritable');
const beside = await arrange('beside', unwritable.tenant);
const unopenable = await arrange('unopenable');
const healthy = await arrange('healthy');

async function arrange(name: string, of?: Tenant) {
  const tenant = of ?? (await world.account());
  const api = await tenant.api();
  const endpoint_id = await endpointOf(tenant, `${receiver.url}/${name}`);
  return {
    tenant,
    endpoint_id,
    received: () => receiver.received.filter(({ path }) => path === `/${name}`).length,
    async create(count: number) {
      for (let at = 0; at < count; at++) await api.post(TASKS, { title: 'Told' });
    },
    states: async () => {
      const rows = await db<{ state: string }[]>`
        select distinct state from webhook_deliveries where endpoint_id = ${endpoint_id}`;
      return rows.map(({ state }) => state);
    },
  };
}

// This endpoint comes first in every batch, because the queue is read in account order.
await db.unsafe(
  `alter table webhook_attempts add constraint refused check (endpoint_id <> '${unwritable.endpoint_id}')`,
);
await unwritable.create(1);
await healthy.create(1);
const whole = await settleWhole();
let failures = 0;
const sender = world.startSender({ onFailure: () => failures++ });
clock.advance(41_000);
sender.wake();

/** Claims all deliveries, ends them and writes the results together, with one transaction per account. */
async function settleWhole(): Promise<{ settled: number | undefined; queued: number }> {
  const now = clock.now();
  const claim_id = randomUUID();
  const leased_until = new Date(now.getTime() + 40_000);
  const after = { account_id: NIL_ID, endpoint_id: NIL_ID };
  const wish = { ...ROOM, endpoints: NOBODY, accounts: NOBODY, after, now, leased_until, claim_id, ...ALONE };
  const { claimed } = await claimDueDeliveries(db, wish);
  assert.equal(claimed.length, 3);
  const ended = claimed.map((item) => endOf(item, claim_id));
  const settled = await writeResults(db, ended).catch(() => undefined);
  return { settled, queued: (await ledgerOf(db)).queued };
}

function endOf(item: LeasedDelivery, claim_id: string): DeliveryResult {
  const now = clock.now();
  const times = { settled_at: now.toISOString(), attempted_at: now.toISOString() };
  const took = { dns_ms: null, connect_ms: null, first_byte_ms: null, total_ms: 1 };
  const outcome = { outcome: 'delivered', status: 204, address: null } as const;
  const kept = { answer: null, request_head: null, answer_head: null };
  const verdict = { verdict: 'delivered', due_at: null, counts_as_failure: false } as const;
  return { ...item, ...times, ...took, ...outcome, ...kept, ...verdict, claim_id, id: newId(now) };
}

test('control: without bisection, one rejected result rejects the others of its account', () => {
  assert.deepEqual(whole, { settled: undefined, queued: 2 });
});

test('delivered once, and the other results of the batch written, although one is rejected', async () => {
  await unwritable.create(EVENTS);
  await healthy.create(EVENTS);
  await eventually(
    () => ledgerOf(db),
    ({ queued }) => queued === 0,
  );
  assert.deepEqual(
    [unwritable.received(), beside.received(), healthy.received()],
    [EVENTS + 1, EVENTS + 1, EVENTS],
  );
  assert.deepEqual(await Promise.all([unwritable, beside, healthy].map(({ states }) => states())), [
    ['delivered'],
    ['delivered'],
    ['delivered'],
  ]);
  assert.ok(isBalanced(await ledgerOf(db)));
  assert.equal(failures, EVENTS + 1);
  failures = 0;
});

/** Waits until the other deliveries of the claim have been skipped, which takes one turn of the event loop each. */
async function passClaim(): Promise<void> {
  for (let backoff = 0; backoff < 2 * EVENTS; backoff++) await turn();
}

test('pending while the secret cannot be opened, retried later, without blocking others', async () => {
  const [{ secret }] = await db<[{ secret: Buffer }]>`
    select secret from webhook_endpoints where id = ${unopenable.endpoint_id}`;
  await db`update webhook_endpoints set secret = ${Buffer.alloc(60, 1)} where id = ${unopenable.endpoint_id}`;
  await unopenable.create(EVENTS);
  await healthy.create(EVENTS);
  await eventually(healthy.received, (count) => count === 2 * EVENTS);
  assert.deepEqual([failures, unopenable.received(), await unopenable.states()], [1, 0, ['pending']]);

  clock.advance(41_000);
  sender.wake();
  await eventually(
    () => failures,
    (count) => count > 1,
  );
  await passClaim();
  const tried_again = failures;
  assert.ok(tried_again <= 1 + MOST_STARTS_PER_LOOP_TURN, `${tried_again} failures`);
  await db`update webhook_endpoints set secret = ${secret} where id = ${unopenable.endpoint_id}`;
  clock.advance(61_000);
  sender.wake();
  await eventually(unopenable.received, (count) => count === EVENTS);
  assert.equal(failures, tried_again);
});
