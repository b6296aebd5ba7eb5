/* Senders of several processes share the slots, and send only what is leased to them. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import type { LeasedDelivery } from '../../src/events/localSender.ts';
import { createTask } from '../../src/features/tasks/tasks.ts';
import { claimDueDeliveries, type ClaimRequest } from '../../src/features/webhooks/sending/claim.ts';
import { DELIVERY_LEASE_MS, releaseExpiredLeases } from '../../src/features/webhooks/sending/sql/leases.ts';
import {
  deleteExpiredSenders,
  insertSender,
  renewSender,
  deleteSender,
} from '../../src/features/webhooks/sending/sql/senders.ts';
import { SlotPool } from '../../src/features/webhooks/sending/slotPool.ts';
import { releaseClaims } from '../../src/features/webhooks/sending/sql/waiting.ts';
import { writeResults, type DeliveryResult } from '../../src/features/webhooks/sending/sql/results.ts';
import { DAY_MS } from '../../src/lib/time/clock.ts';
import { newId, NIL_ID } from '../../src/lib/ids.ts';
import { eventually } from '../../support/eventually.ts';
import { isBalanced, ledgerOf } from '../../support/deliveries.ts';
import { endpointOf } from '../support/endpoints.ts';
import { openReceiver } from '../support/receiver.ts';
import { openWorld } from '../support/world.ts';

const CAPS = { total: 64, per_account: 12, per_endpoint: 8 };
/** The slots of one account with two endpoints and of another with one endpoint. */
const ALL_PLACES = CAPS.per_account + CAPS.per_endpoint;
/**
 * The longest time for which a paused sender can lock a row: the duration of the longest attempt plus the timeout of an
 * idle transaction.
 */
const LOCKED_MS = 45_000;
const TASKS = 24;
/** A time by the database's clock, so it is longer than a test takes on any machine. */
const LONG_MS = DAY_MS / 2;
const LIVES = { alive_ms: LONG_MS, counted_ms: LONG_MS };
const DEAD = { alive_ms: -1, counted_ms: LONG_MS };

const world = await openWorld({ webhook_allow: ['127.0.0.0/8'] });
const { db, clock } = world;
const receiver = await openReceiver();
after(() => receiver.close());
const tenant = await world.account();
const endpoint_ids = [
  await endpointOf(tenant, `${receiver.url}/0`),
  await endpointOf(tenant, `${receiver.url}/1`),
];
const lone = await world.account();
await endpointOf(lone, `${receiver.url}/2`);
for (let at = 0; at < TASKS; at++) {
  await createTask(tenant.ctx(), { title: `Task ${at}` });
  await createTask(lone.ctx(), { title: `Task ${at}` });
}

type Changes = Partial<Pick<ClaimRequest, 'sender_id' | 'max_per_endpoint' | 'max_per_account'>>;

async function claimAs({ sender_id = randomUUID(), ...changes }: Changes = {}) {
  const { claimed } = await claimDueDeliveries(db, {
    free: CAPS.total,
    max_per_endpoint: CAPS.per_endpoint,
    max_per_account: CAPS.per_account,
    endpoints: { ids: [], counts: [] },
    accounts: { ids: [], counts: [] },
    after: { account_id: NIL_ID, endpoint_id: NIL_ID },
    max_queues: 100,
    now: clock.now(),
    leased_until: new Date(clock.now().getTime() + DELIVERY_LEASE_MS),
    claim_id: randomUUID(),
    sender_id,
    ...changes,
  });
  return claimed;
}

const free = async () => {
  const claims = await db<{ claim_id: string }[]>`
    select distinct claim_id from webhook_queue where claim_id is not null`;
  await releaseClaims(
    db,
    claims.map(({ claim_id }) => claim_id),
    clock.now(),
  );
};
const ofAccount = (claimed: readonly LeasedDelivery[], { account_id }: { account_id: string }) =>
  claimed.filter((item) => item.account_id === account_id).length;
const ofEndpoint = (claimed: readonly LeasedDelivery[], endpoint_id: string | undefined) =>
  claimed.filter((item) => item.endpoint_id === endpoint_id).length;

/** Returns a sender's share of the slots for this number of senders. */
function shareOf(senders: number) {
  const places = new SlotPool(CAPS);
  places.shareAmong(senders);
  const { per_endpoint, per_account } = places.limits();
  return { max_per_endpoint: per_endpoint, max_per_account: per_account };
}

test('two senders share the slots of an account and of its endpoints', async () => {
  const both = [await claimAs(shareOf(2)), await claimAs(shareOf(2))].flat();
  assert.deepEqual([ofAccount(both, tenant), ofAccount(both, lone)], [CAPS.per_account, CAPS.per_endpoint]);
  for (const id of endpoint_ids)
    assert.ok(ofEndpoint(both, id) <= CAPS.per_endpoint, `${ofEndpoint(both, id)}`);
  await free();
});

test('control: senders without shares use the slots twice', async () => {
  const each = [await claimAs(), await claimAs()];
  assert.deepEqual(
    each.map(({ length }) => length),
    [ALL_PLACES, ALL_PLACES],
  );
  await free();
});

function endOf(item: LeasedDelivery): DeliveryResult {
  const now = clock.now();
  const times = { settled_at: now.toISOString(), attempted_at: now.toISOString() };
  const took = { dns_ms: null, connect_ms: null, first_byte_ms: null, total_ms: 1 };
  const outcome = { outcome: 'delivered', status: 204, address: null } as const;
  const kept = { answer: null, request_head: null, answer_head: null };
  const verdict = { verdict: 'delivered', due_at: null, counts_as_failure: false } as const;
  return { ...item, ...times, ...took, ...outcome, ...kept, ...verdict, id: newId(now) };
}

test('deliveries of a dead sender are due again immediately, and a paused sender cannot write their results', async () => {
  const [paused, alive, unknown] = [randomUUID(), randomUUID(), randomUUID()];
  await insertSender(db, paused, DEAD);
  await insertSender(db, alive, LIVES);
  const [lost, kept] = [await claimAs({ sender_id: paused }), await claimAs({ sender_id: alive })];
  assert.deepEqual([lost.length, kept.length], [ALL_PLACES, ALL_PLACES]);
  assert.equal(await releaseExpiredLeases(db, clock.now()), ALL_PLACES);
  assert.equal(await releaseExpiredLeases(db, clock.now()), 0);
  assert.equal(await writeResults(db, lost.map(endOf)), 0);
  assert.equal(await renewSender(db, paused, LIVES), undefined, 'it starts anew');
  assert.equal(await renewSender(db, alive, LIVES), 0, 'the dead one counts no longer');

  await claimAs({ sender_id: unknown });
  assert.equal(await releaseExpiredLeases(db, clock.now()), ALL_PLACES, 'of one that never joined');
  assert.equal(await renewSender(db, unknown, LIVES), undefined);
  await Promise.all([paused, alive, unknown].map((id) => deleteSender(db, id)));
  await free();
});

test('the attempt of a lost or expired lease counts; a single attempt is repeated with the same number', async () => {
  const readAttempts = async () => {
    const rows = await db<{ is_single: boolean; attempt: number }[]>`
      select is_single, attempt from webhook_queue where claim_id is not null group by 1, 2 order by 1, 2`;
    return rows.map(({ is_single, attempt }) => [is_single, attempt]);
  };
  const dead = randomUUID();
  await insertSender(db, dead, DEAD);
  await db`update webhook_queue set attempt = 1, is_single = account_id = ${lone.account_id}`;
  await claimAs({ sender_id: dead });
  await releaseExpiredLeases(db, clock.now());
  await claimAs();
  assert.deepEqual(await readAttempts(), [
    [false, 2],
    [true, 1],
  ]);
  const ended_at = new Date(clock.now().getTime() - DAY_MS);
  await db`update webhook_queue set due_at = ${ended_at} where claim_id is not null`;
  await claimAs();
  assert.deepEqual(await readAttempts(), [
    [false, 3],
    [true, 1],
  ]);
  await deleteSender(db, dead);
  await free();
  await db`update webhook_queue set attempt = 1, is_single = false`;
});

test('a row that a paused sender has locked does not delay the release of its other leases', async () => {
  const paused = randomUUID();
  await insertSender(db, paused, DEAD);
  const [first, ...others] = await claimAs({ sender_id: paused });
  assert.ok(first);
  await db.begin(async (tx) => {
    await tx`
      select 1
      from webhook_queue
      where account_id = ${first.account_id}
        and endpoint_id = ${first.endpoint_id}
        and event_id = ${first.event_id}
      for update`;
    assert.equal(await releaseExpiredLeases(db, clock.now()), others.length);
  });
  assert.equal(await releaseExpiredLeases(db, clock.now()), 1);
  await deleteSender(db, paused);
  await free();
});

test('the row that a paused sender had locked is released once it is unlocked', async () => {
  const paused = randomUUID();
  await insertSender(db, paused, DEAD);
  const { length } = await claimAs({ sender_id: paused });
  clock.advance(LOCKED_MS);
  assert.equal(await releaseExpiredLeases(db, clock.now()), length);
  await deleteSender(db, paused);
  await free();
});

test('a late heartbeat before the takeover keeps the leases of a sender', async () => {
  const late = randomUUID();
  await insertSender(db, late, DEAD);
  const [item] = await claimAs({ sender_id: late });
  assert.ok(item);
  assert.equal(await renewSender(db, late, LIVES), 0);
  assert.equal(await releaseExpiredLeases(db, clock.now()), 0);
  await deleteSender(db, late);
  await free();
});

test('a sender that is silent for long no longer counts, and is deleted after a day', async () => {
  const [old, other] = [randomUUID(), randomUUID()];
  await insertSender(db, old, { alive_ms: -1, counted_ms: -1 });
  assert.equal(await insertSender(db, other, LIVES), 0);
  assert.equal(await renewSender(db, old, LIVES), undefined);
  await db`update webhook_senders set counted_until = ${new Date(Date.now() - 2 * DAY_MS)} where id = ${old}`;
  await deleteExpiredSenders(db);
  const left = await db<{ id: string }[]>`select id from webhook_senders where id in ${db([old, other])}`;
  assert.deepEqual(
    left.map(({ id }) => id),
    [other],
  );
  await deleteSender(db, other);
});

/** Records the highest number of simultaneous requests, per endpoint and in total. */
function watchInFlight() {
  const now = new Map<string, number>();
  const most = { endpoint: 0, account: 0 };
  const answers: (() => void)[] = [];
  receiver.answer = ({ path }, response) => {
    if (path === '/2') return void response.writeHead(204).end();
    now.set(path, (now.get(path) ?? 0) + 1);
    most.endpoint = Math.max(most.endpoint, ...now.values());
    most.account = Math.max(
      most.account,
      [...now.values()].reduce((sum, count) => sum + count, 0),
    );
    answers.push(() => {
      now.set(path, (now.get(path) ?? 0) - 1);
      response.writeHead(204).end();
    });
  };
  return { most, answers };
}

test('two working senders, one of which also sends local deliveries, never exceed the limits together', async () => {
  const { most, answers } = watchInFlight();
  const senders = [world.startSender({ caps: CAPS }), world.startSender({ caps: CAPS })];
  const answering = setInterval(() => answers.shift()?.(), 10);
  after(() => clearInterval(answering));
  for (let at = 0; at < TASKS; at++) await createTask(tenant.ctx(), { title: `More ${at}` });
  await eventually(
    () => ledgerOf(db),
    ({ queued }) => queued === 0,
  );
  clearInterval(answering);
  assert.ok(isBalanced(await ledgerOf(db)));
  assert.ok(most.endpoint > 1 && most.endpoint <= CAPS.per_endpoint, `${most.endpoint} at an endpoint`);
  assert.ok(most.account <= CAPS.per_account, `${most.account} of an account`);
  await Promise.all(senders.map((sender) => sender.stop(1_000)));
  assert.equal((await db`select 1 from webhook_senders where not is_lost`).length, 0);
});
