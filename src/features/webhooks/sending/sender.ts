import { setTimeout as sleep } from 'node:timers/promises';
import { registerSender, type LeasedDelivery, type LocalSender } from '../../../events/localSender.ts';
import type { Foreground } from '../../../lib/http/foreground.ts';
import type { Log } from '../../../lib/log.ts';
import type { Database } from '../../../lib/sql/sql.ts';
import { createBackoffRunner, type BackoffRunner } from '../../../lib/concurrency/backoffRunner.ts';
import { LEASE_MS } from './sql/leases.ts';
import { releaseClaims, releaseDeliveries } from './sql/waiting.ts';
import { writeResults, type DeliveryResult } from './sql/settlements.ts';
import { attemptDelivery, type AttemptTools } from './attempt.ts';
import { startClaiming, STARTS_PER_TURN, FOREGROUND_YIELD_MS, type Claiming } from './claiming.ts';
import { startSenderLease, type SenderLease } from './senderLease.ts';
import { SlotPool, type SlotLimits } from './slotPool.ts';
import { createResultWriter, type ResultWriter } from './resultWriter.ts';

export type SenderOptions = AttemptTools & {
  /** Connections of its own: a busy API must not keep deliveries waiting, nor they it. */
  db: Database;
  /** The database of this process' verbs: what they emit is sent without being claimed. */
  events_db: Database;
  log: Log;
  caps?: SlotLimits;
  /** How often due deliveries are looked for without being woken. */
  poll_ms?: number;
  /** Called for every attempt that ended. */
  observe?: (settlement: DeliveryResult) => void;
  /** Called for every attempt that could not be made, or not be written down. */
  onFailure?: () => void;
  /** The requests that this process serves. */
  foreground?: Foreground;
};

export type Sender = {
  /** The first attempt to join the other senders is over. */
  joined: Promise<void>;
  /** Looks for due deliveries now. */
  wake: () => void;
  in_flight: () => number;
  /** Takes no more, waits for running attempts, then releases the rest. */
  stop(timeout_ms: number): Promise<void>;
};

const SENDER_CAPS: SlotLimits = { total: 512, per_account: 256, per_endpoint: 32 };
/** The longest rest of an endpoint whose deliveries cannot be built. */
const LONGEST_REST_MS = 60_000;
const NO_LANE_MS = 1_000;
/** A delivery that could not be attempted, or not be written down, is due again so much later. */
const FAILED_REST_MS = 40_000;
const IN_QUEUE = 'timed_out_in_queue';
/** How long a transaction that was offered places may go on before a stop no longer waits for it. */
const OFFERED_MS = 500;
const NO_FOREGROUND: Foreground = { yieldTo: async () => 0 };

type Parts = SenderOptions & {
  places: SlotPool;
  membership: SenderLease;
  /** Backoff of failing endpoints. */
  backoff: BackoffRunner;
  settling: ResultWriter;
  open_claims: Map<string, number>;
  leaseEnd: () => Date;
  claiming: Pick<Claiming, 'wake' | 'refill'>;
};

/** Sends what this process emits as soon as it is committed, and whatever else is due. */
export function startSender(options: SenderOptions): Sender {
  const { db, events_db, clock, caps = SENDER_CAPS, foreground = NO_FOREGROUND } = options;
  const places = new SlotPool(caps);
  const backoff = createBackoffRunner('sender', { ...options, longest_ms: LONGEST_REST_MS });
  const settling = createResultWriter({
    ...options,
    async write(settlements, extent) {
      await foreground.yieldTo(FOREGROUND_YIELD_MS);
      await writeResults(db, settlements, extent);
    },
  });
  const leaseEnd = () => new Date(clock.now().getTime() + LEASE_MS);
  const open_claims = new Map<string, number>();
  const membership = startSenderLease({
    ...options,
    isBusy: () => open_claims.size > 0,
    onCount: (senders) => places.shareAmong(senders),
    onReady: () => claiming.wake(),
  });
  const parts: Parts = {
    ...options,
    membership,
    places,
    backoff,
    settling,
    leaseEnd,
    open_claims,
    claiming: { wake: () => claiming.wake(), refill: () => claiming.refill() },
  };
  const claiming = startClaiming({
    ...parts,
    foreground,
    take: (claimed) => takePlaces(parts, claimed, (item) => places.take(item)),
    start: (item) => void deliver(parts, item),
  });
  const local = localSender(parts);
  const unregister = registerSender(events_db, local);
  return {
    joined: membership.joined,
    wake: claiming.wake,
    in_flight: () => openOf(parts),
    async stop(timeout_ms) {
      unregister();
      await Promise.all([claiming.stop(), local.stop()]);
      await ended(parts, timeout_ms);
      settling.close();
      await releaseClaims(db, [...parts.open_claims.keys()], clock.now());
      await membership.leave();
    },
  };
}

/** Sends deliveries from memory behind the answers to their requests, a few in each turn of the event loop. */
function localSender(parts: Parts): LocalSender & { stop(): Promise<void> } {
  const line: LeasedDelivery[] = [];
  const state = { offered_ms: -Infinity };
  const { membership } = parts;
  const sendNext = () => {
    const next = line.splice(0, STARTS_PER_TURN);
    if (line.length > 0) setImmediate(sendNext);
    for (const item of next) void deliver(parts, item);
  };
  const enqueue = (deliveries: readonly LeasedDelivery[]) => {
    const taken = takePlaces(parts, deliveries, (item) => parts.places.take(item));
    if (line.length === 0 && taken.length > 0) setImmediate(sendNext);
    line.push(...taken);
  };
  return {
    offer(account_ids) {
      const sender_id = membership.lessee();
      if (sender_id === undefined) return undefined;
      state.offered_ms = performance.now();
      membership.noteWork();
      return { sender_id, ...parts.places.full(account_ids), leased_until: parts.leaseEnd() };
    },
    send(deliveries) {
      const is_fresh = deliveries.every(({ sender_id }) => membership.isFresh(sender_id));
      // How many share the places is known again with the answer.
      if (is_fresh) enqueue(deliveries);
      else void membership.holds(deliveries[0]?.sender_id ?? '').then(() => enqueue(deliveries));
    },
    stop: () => sleep(Math.max(0, state.offered_ms + OFFERED_MS - performance.now())),
  };
}

/** Others are put back: places may have been taken since they were counted. */
function takePlaces(
  parts: Parts,
  items: readonly LeasedDelivery[],
  take: (item: LeasedDelivery) => boolean,
): LeasedDelivery[] {
  const taken = new Set(items.filter(take));
  if (taken.size > 0) parts.membership.noteWork();
  for (const { claim_id } of taken)
    parts.open_claims.set(claim_id, (parts.open_claims.get(claim_id) ?? 0) + 1);
  const others = items.filter((item) => !taken.has(item));
  if (others.length > 0) void putBack(parts, others, 0).then(parts.claiming.wake);
  return [...taken];
}

/** Never throws: what could not be attempted or written down is due again later, and its endpoint rests. */
async function deliver(parts: Parts, item: LeasedDelivery): Promise<void> {
  try {
    if (!(await parts.membership.holds(item.sender_id))) return await giveBack(parts, item);
    const settlement = await attempt(parts, item);
    if (settlement) await conclude(parts, item, settlement);
    else await putBack(parts, [item], FAILED_REST_MS);
  } catch (err) {
    parts.log.warn({ err, endpoint_id: item.endpoint_id }, 'a delivery could not be attempted');
    await putBack(parts, [item], FAILED_REST_MS);
  } finally {
    closeClaim(parts.open_claims, item.claim_id);
  }
}

/** Others may be sending it already. */
function giveBack(parts: Parts, item: LeasedDelivery): Promise<void> {
  parts.places.give(item, false);
  parts.claiming.refill();
  return putBack(parts, [item], 0);
}

/** Holds a place until the receiver has answered. */
async function attempt(parts: Parts, item: LeasedDelivery): Promise<DeliveryResult | undefined> {
  const ended: DeliveryResult[] = [];
  try {
    await parts.backoff.run(item.endpoint_id, async () => {
      ended.push(await attemptDelivery(parts, item));
    });
    return ended[0];
  } finally {
    const outcome = ended[0]?.outcome;
    parts.places.give(item, outcome !== IN_QUEUE && outcome?.startsWith('timed_out') === true);
    parts.claiming.refill();
  }
}

/** Waiting for one of our own connections is no failure of the receiver and no attempt. */
async function conclude(parts: Parts, item: LeasedDelivery, settlement: DeliveryResult): Promise<void> {
  if (settlement.outcome === IN_QUEUE) return putBack(parts, [item], NO_LANE_MS);
  await parts.settling.add(settlement);
  parts.observe?.(settlement);
}

/** They are due again, and no attempt is used up. */
async function putBack(
  { db, clock, log }: Parts,
  items: readonly LeasedDelivery[],
  later_ms: number,
): Promise<void> {
  // Without bodies and secrets.
  const held = items.map(({ account_id, endpoint_id, event_id, claim_id, leased_until }) => {
    return { account_id, endpoint_id, event_id, claim_id, leased_until };
  });
  try {
    const due_at = new Date(clock.now().getTime() + later_ms);
    const of_accounts = Map.groupBy(held, ({ account_id }) => account_id);
    for (const [account_id, rows] of of_accounts) await releaseDeliveries(db, account_id, rows, due_at);
  } catch (err) {
    log.warn({ err, deliveries: items.length }, 'deliveries keep their lease');
  }
}

function closeClaim(open: Map<string, number>, claim_id: string): void {
  const left = (open.get(claim_id) ?? 1) - 1;
  if (left === 0) open.delete(claim_id);
  else open.set(claim_id, left);
}

/** The number of deliveries that are being sent, or whose results are not written yet. */
function openOf({ open_claims }: Parts): number {
  return [...open_claims.values()].reduce((sum, count) => sum + count, 0);
}

async function ended(parts: Parts, timeout_ms: number): Promise<void> {
  const until = performance.now() + timeout_ms;
  while (openOf(parts) > 0 && performance.now() < until) {
    await sleep(20);
  }
}
