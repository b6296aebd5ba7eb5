import { setTimeout as sleep } from 'node:timers/promises';
import { registerLocalSender, type LeasedDelivery, type LocalSender } from '../../../events/localSender.ts';
import type { RequestActivity } from '../../../lib/http/requestActivity.ts';
import type { Log } from '../../../lib/log.ts';
import type { Database } from '../../../lib/sql/sql.ts';
import { createBackoffRunner, type BackoffRunner } from '../../../lib/concurrency/backoffRunner.ts';
import { DELIVERY_LEASE_MS } from './sql/leases.ts';
import { releaseClaims, releaseDeliveries } from './sql/waiting.ts';
import { writeResults, type DeliveryResult } from './sql/results.ts';
import { attemptDelivery, type AttemptTools } from './attempt.ts';
import {
  startClaimLoop,
  MOST_STARTS_PER_LOOP_TURN,
  FOREGROUND_YIELD_MS,
  type ClaimLoop,
} from './claiming.ts';
import { startSenderLease, type SenderLease } from './senderLease.ts';
import { SlotPool, type SlotLimits } from './slotPool.ts';
import { createResultWriter, type ResultWriter } from './resultWriter.ts';

export type SenderOptions = AttemptTools & {
  /** A separate connection pool, so that the API and deliveries do not wait for each other. */
  db: Database;
  /**
   * The database handle through which this process emits events. Their deliveries are leased when they are written,
   * without a claim.
   */
  events_db: Database;
  log: Log;
  caps?: SlotLimits;
  /** The poll interval without wake-ups. */
  poll_ms?: number;
  /** Called after each attempt. */
  observe?: (result: DeliveryResult) => void;
  /** Called if this process fails to make an attempt or to store its result; not if the receiver rejects the delivery. */
  onFailure?: () => void;
  /** Tracks the HTTP requests of this process; background work yields to them. */
  foreground?: RequestActivity;
};

export type Sender = {
  /** Resolves after the first attempt to register the sender. */
  joined: Promise<void>;
  /** Polls for due deliveries immediately. */
  wake: () => void;
  in_flight: () => number;
  /** Stops accepting deliveries, waits for running attempts, then releases all claims. */
  stop(timeout_ms: number): Promise<void>;
};

const SENDER_CAPS: SlotLimits = { total: 512, per_account: 256, per_endpoint: 32 };
/** The longest backoff of an endpoint whose deliveries cannot be built. */
const LONGEST_BACKOFF_MS = 60_000;
const NO_CONNECTION_DELAY_MS = 1_000;
/** The delay of a delivery that could not be attempted or whose result could not be written. */
const FAILURE_DELAY_MS = 40_000;
const IN_QUEUE = 'timed_out_in_queue';
/** A stopping sender waits this long after its last offer for transactions that lease deliveries to it. */
const OFFER_TIMEOUT_MS = 500;
const IDLE_POLL_MS = 20;
const NO_FOREGROUND: RequestActivity = { waitUntilIdle: async () => 0 };

type Parts = SenderOptions & {
  slots: SlotPool;
  lease: SenderLease;
  /** Backoff of failing endpoints. */
  backoff: BackoffRunner;
  result_writer: ResultWriter;
  open_claims: Map<string, number>;
  leaseEnd: () => Date;
  claiming: Pick<ClaimLoop, 'wake' | 'refill'>;
};

/**
 * Sends the deliveries of this process directly after their commit, and claims all other due deliveries. A delivery
 * acquires a slot, makes one attempt, releases the slot, and is then written with other results in a batch.
 */
export function startSender(options: SenderOptions): Sender {
  const { db, events_db, clock, caps = SENDER_CAPS, foreground = NO_FOREGROUND } = options;
  const slots = new SlotPool(caps);
  const backoff = createBackoffRunner('sender', { ...options, longest_ms: LONGEST_BACKOFF_MS });
  const result_writer = createResultWriter({
    ...options,
    async write(results, extent) {
      await foreground.waitUntilIdle(FOREGROUND_YIELD_MS);
      await writeResults(db, results, extent);
    },
  });
  const leaseEnd = () => new Date(clock.now().getTime() + DELIVERY_LEASE_MS);
  const open_claims = new Map<string, number>();
  const lease = startSenderLease({
    ...options,
    isBusy: () => open_claims.size > 0,
    onCount: (senders) => slots.shareAmong(senders),
    onReady: () => claiming.wake(),
  });
  const parts: Parts = {
    ...options,
    lease,
    slots,
    backoff,
    result_writer,
    leaseEnd,
    open_claims,
    claiming: { wake: () => claiming.wake(), refill: () => claiming.refill() },
  };
  const claiming = startClaimLoop({
    ...parts,
    foreground,
    take: (claimed) => acquireSlots(parts, claimed, (item) => slots.acquire(item)),
    start: (item) => void deliver(parts, item),
  });
  const local = localSender(parts);
  const unregister = registerLocalSender(events_db, local);
  return {
    joined: lease.joined,
    wake: claiming.wake,
    in_flight: () => openOf(parts),
    async stop(timeout_ms) {
      unregister();
      await Promise.all([claiming.stop(), local.stop()]);
      await waitUntilIdle(parts, timeout_ms);
      result_writer.close();
      await releaseClaims(db, [...parts.open_claims.keys()], clock.now());
      await lease.release();
    },
  };
}

/** Sends committed deliveries from memory after the response to their request, a few in each turn of the event loop. */
function localSender(parts: Parts): LocalSender & { stop(): Promise<void> } {
  const waiting: LeasedDelivery[] = [];
  const state = { last_offer_ms: -Infinity };
  const { lease } = parts;
  const sendNext = () => {
    const next = waiting.splice(0, MOST_STARTS_PER_LOOP_TURN);
    if (waiting.length > 0) setImmediate(sendNext);
    for (const item of next) void deliver(parts, item);
  };
  const enqueue = (deliveries: readonly LeasedDelivery[]) => {
    const taken = acquireSlots(parts, deliveries, (item) => parts.slots.acquire(item));
    if (waiting.length === 0 && taken.length > 0) setImmediate(sendNext);
    waiting.push(...taken);
  };
  return {
    offerLease(account_ids) {
      const sender_id = lease.owner();
      if (sender_id === undefined) return undefined;
      state.last_offer_ms = performance.now();
      lease.noteWork();
      return { sender_id, ...parts.slots.full(account_ids), leased_until: parts.leaseEnd() };
    },
    send(deliveries) {
      const is_valid = deliveries.every(({ sender_id }) => lease.isValid(sender_id));
      // A renewal also updates the number of senders that share the slots.
      if (is_valid) enqueue(deliveries);
      else void lease.isHeld(deliveries[0]?.sender_id ?? '').then(() => enqueue(deliveries));
    },
    stop: () => sleep(Math.max(0, state.last_offer_ms + OFFER_TIMEOUT_MS - performance.now())),
  };
}

/**
 * Returns the deliveries that got a slot and releases the rows of the others. A slot that was free when the rows were
 * leased may be in use now.
 */
function acquireSlots(
  parts: Parts,
  items: readonly LeasedDelivery[],
  take: (item: LeasedDelivery) => boolean,
): LeasedDelivery[] {
  const taken = new Set(items.filter(take));
  if (taken.size > 0) parts.lease.noteWork();
  for (const { claim_id } of taken)
    parts.open_claims.set(claim_id, (parts.open_claims.get(claim_id) ?? 0) + 1);
  const others = items.filter((item) => !taken.has(item));
  if (others.length > 0) void releaseDeliveriesLater(parts, others, 0).then(parts.claiming.wake);
  return [...taken];
}

/** Never throws: after an internal error the delivery is due again later, and its endpoint backs off. */
async function deliver(parts: Parts, item: LeasedDelivery): Promise<void> {
  try {
    if (!(await parts.lease.isHeld(item.sender_id))) return await returnUnsent(parts, item);
    const result = await attempt(parts, item);
    if (result) await recordResult(parts, item, result);
    else await releaseDeliveriesLater(parts, [item], FAILURE_DELAY_MS);
  } catch (err) {
    parts.log.warn({ err, endpoint_id: item.endpoint_id }, 'delivery attempt failed with an internal error');
    await releaseDeliveriesLater(parts, [item], FAILURE_DELAY_MS);
  } finally {
    closeClaim(parts.open_claims, item.claim_id);
  }
}

/** Releases a delivery whose lease was lost, because another sender may be sending it. */
function returnUnsent(parts: Parts, item: LeasedDelivery): Promise<void> {
  parts.slots.release(item, false);
  parts.claiming.refill();
  return releaseDeliveriesLater(parts, [item], 0);
}

/** Makes one attempt. The slot is free again after the response, before the result is written. */
async function attempt(parts: Parts, item: LeasedDelivery): Promise<DeliveryResult | undefined> {
  const ended: DeliveryResult[] = [];
  try {
    await parts.backoff.run(item.endpoint_id, async () => {
      ended.push(await attemptDelivery(parts, item));
    });
    return ended[0];
  } finally {
    const outcome = ended[0]?.outcome;
    parts.slots.release(item, outcome !== IN_QUEUE && outcome?.startsWith('timed_out') === true);
    parts.claiming.refill();
  }
}

/**
 * Writes the result of an attempt. A timeout in the queue of the connection pool is no attempt, because no request was
 * sent.
 */
async function recordResult(parts: Parts, item: LeasedDelivery, result: DeliveryResult): Promise<void> {
  if (result.outcome === IN_QUEUE) return releaseDeliveriesLater(parts, [item], NO_CONNECTION_DELAY_MS);
  await parts.result_writer.add(result);
  parts.observe?.(result);
}

/** Releases rows without counting an attempt; they are due again after `later_ms`. */
async function releaseDeliveriesLater(
  { db, clock, log }: Parts,
  items: readonly LeasedDelivery[],
  later_ms: number,
): Promise<void> {
  // The statement must not contain bodies and secrets.
  const held = items.map(({ account_id, endpoint_id, event_id, claim_id, leased_until }) => {
    return { account_id, endpoint_id, event_id, claim_id, leased_until };
  });
  try {
    const due_at = new Date(clock.now().getTime() + later_ms);
    const of_accounts = Map.groupBy(held, ({ account_id }) => account_id);
    for (const [account_id, rows] of of_accounts) await releaseDeliveries(db, account_id, rows, due_at);
  } catch (err) {
    log.warn(
      { err, deliveries: items.length },
      'claimed deliveries not released, they stay leased until the lease expires',
    );
  }
}

function closeClaim(open: Map<string, number>, claim_id: string): void {
  const left = (open.get(claim_id) ?? 1) - 1;
  if (left === 0) open.delete(claim_id);
  else open.set(claim_id, left);
}

/** The number of deliveries that are being sent or whose result is not written yet. */
function openOf({ open_claims }: Parts): number {
  return [...open_claims.values()].reduce((sum, count) => sum + count, 0);
}

async function waitUntilIdle(parts: Parts, timeout_ms: number): Promise<void> {
  const until = performance.now() + timeout_ms;
  while (openOf(parts) > 0 && performance.now() < until) {
    await sleep(IDLE_POLL_MS);
  }
}
