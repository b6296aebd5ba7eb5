import { randomUUID } from 'node:crypto';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import type { LeasedDelivery } from '../../../events/localSender.ts';
import type { Clock } from '../../../lib/time/clock.ts';
import type { RequestActivity } from '../../../lib/http/requestActivity.ts';
import { NIL_ID } from '../../../lib/ids.ts';
import type { Log } from '../../../lib/log.ts';
import type { Database } from '../../../lib/sql/sql.ts';
import { WakeSignal } from '../../../lib/concurrency/wakeSignal.ts';
import type { BackoffRunner } from '../../../lib/concurrency/backoffRunner.ts';
import type { EndpointQueue } from './sql/endpointQueues.ts';
import { releaseExpiredLeases } from './sql/leases.ts';
import { claimDueDeliveries, type DeliveryClaim } from './claim.ts';
import type { SenderLease } from './senderLease.ts';
import type { SlotPool } from './slotPool.ts';

export type ClaimLoopTools = {
  db: Database;
  clock: Clock;
  log: Log;
  lease: SenderLease;
  slots: SlotPool;
  /** Backoff of failing endpoints. */
  backoff: BackoffRunner;
  foreground: RequestActivity;
  /** The poll interval without wake-ups. */
  poll_ms?: number;
  leaseEnd: () => Date;
  /** Acquires slots. Returns the deliveries that got a slot and releases the rows of the others. */
  take: (claimed: readonly LeasedDelivery[]) => LeasedDelivery[];
  start: (item: LeasedDelivery) => void;
};

export type ClaimLoop = {
  /** Polls for due deliveries immediately. */
  wake: () => void;
  /** Call it when a slot becomes free. Polls if the last claim left due rows unclaimed. */
  refill: () => void;
  stop(): Promise<void>;
};

const POLL_MS = 1_000;
/** Wake-ups within this time share one claim, so that claims are fewer and larger. */
const GATHER_MS = 6;
/** A longer pause after a small claim leaves CPU time to API requests. */
const SMALL_CLAIM_GATHER_MS = 20;
const SMALL_CLAIM = 16;
/** The longest time that claims, attempts and result writes wait for running requests. */
export const FOREGROUND_YIELD_MS = 10;
/**
 * The most attempts that start in one turn of the event loop. Callers without pauses make each turn long; with one
 * attempt per turn, deliveries would be created faster than sent, and the queue would grow.
 */
export const MOST_STARTS_PER_LOOP_TURN = 16;
const MAX_QUEUES = 1_000;
const BEFORE_FIRST_QUEUE: EndpointQueue = { account_id: NIL_ID, endpoint_id: NIL_ID };

/** The interval at which leases of dead senders are released. */
const RELEASE_EXPIRED_EVERY_MS = 1_000;

type State = { is_stopping: boolean; has_unclaimed: boolean; expired_released_at_ms: number };
const EMPTY_CLAIM: DeliveryClaim = { claimed: [], left: [], next_due_at: null, last_queue: null };

/**
 * Claims rows that no sender has leased: retries, backlogs and rows that other processes wrote. Each round of the loop
 * releases the rows of dead senders, claims rows for the free slots and starts their attempts. It then waits for a
 * wake-up or the next due time.
 */
export function startClaimLoop(tools: ClaimLoopTools): ClaimLoop {
  const wake_signal = new WakeSignal();
  const state: State = { is_stopping: false, has_unclaimed: false, expired_released_at_ms: -Infinity };
  const running = runClaimLoop(tools, wake_signal, state);
  return {
    wake: wake_signal.notify,
    refill: () => {
      if (state.has_unclaimed) wake_signal.notify();
    },
    async stop() {
      state.is_stopping = true;
      wake_signal.notify();
      await running;
    },
  };
}

async function runClaimLoop(tools: ClaimLoopTools, wake_signal: WakeSignal, state: State): Promise<void> {
  let after = BEFORE_FIRST_QUEUE;
  while (!state.is_stopping) {
    const seen = wake_signal.count;
    try {
      await releaseExpiredSenders(tools, state);
      const { claimed, next_due_at, last_queue } = await claim(tools, after, state);
      after = last_queue ?? BEFORE_FIRST_QUEUE;
      const has_more = claimed.length > 0 || last_queue !== null;
      if (!has_more) await wake_signal.wait(untilDue(tools, next_due_at), seen);
      const is_small_claim = claimed.length > 0 && claimed.length < SMALL_CLAIM;
      if (!state.is_stopping) await sleep(is_small_claim ? SMALL_CLAIM_GATHER_MS : GATHER_MS);
    } catch (err) {
      tools.log.error({ err }, 'claim of due deliveries failed');
      await sleep(POLL_MS);
    }
  }
}

async function claim(tools: ClaimLoopTools, after: EndpointQueue, state: State): Promise<DeliveryClaim> {
  const { slots, lease, foreground } = tools;
  state.has_unclaimed = true;
  const sender_id = lease.owner();
  if (slots.free() <= 0 || sender_id === undefined) return EMPTY_CLAIM;
  await foreground.waitUntilIdle(FOREGROUND_YIELD_MS);
  if (!(await lease.isHeld(sender_id)) || state.is_stopping) return EMPTY_CLAIM;
  const claim = await claimFor(tools, sender_id, after);
  slots.noteUnclaimed(claim.left, after === BEFORE_FIRST_QUEUE);
  state.has_unclaimed = claim.left.length > 0;
  await startEach(tools.take(claim.claimed), foreground, tools.start);
  return claim;
}

function claimFor(tools: ClaimLoopTools, sender_id: string, after: EndpointQueue): Promise<DeliveryClaim> {
  const { db, clock, slots, backoff } = tools;
  const { per_endpoint, per_account } = slots.limits();
  return claimDueDeliveries(db, {
    free: slots.free(),
    max_per_endpoint: per_endpoint,
    max_per_account: per_account,
    endpoints: slots.endpoints(backoff.postponed()),
    accounts: slots.accounts(),
    after,
    max_queues: MAX_QUEUES,
    now: clock.now(),
    leased_until: tools.leaseEnd(),
    claim_id: randomUUID(),
    sender_id,
  });
}

async function releaseExpiredSenders({ db, clock, log }: ClaimLoopTools, state: State): Promise<void> {
  if (performance.now() - state.expired_released_at_ms < RELEASE_EXPIRED_EVERY_MS) return;
  state.expired_released_at_ms = performance.now();
  const deliveries = await releaseExpiredLeases(db, clock.now());
  if (deliveries > 0) log.warn({ deliveries }, 'deliveries of a dead sender are due again');
}

/** Starts at most MOST_STARTS_PER_LOOP_TURN attempts per turn of the event loop, so that requests run in between. */
async function startEach(
  claimed: readonly LeasedDelivery[],
  foreground: RequestActivity,
  start: (item: LeasedDelivery) => void,
): Promise<void> {
  let patience_ms = FOREGROUND_YIELD_MS;
  for (let at = 0; at < claimed.length; at += MOST_STARTS_PER_LOOP_TURN) {
    patience_ms -= await foreground.waitUntilIdle(patience_ms);
    for (const item of claimed.slice(at, at + MOST_STARTS_PER_LOOP_TURN)) start(item);
    await nextTurn();
  }
}

function untilDue({ clock, poll_ms = POLL_MS }: ClaimLoopTools, next_due_at: string | null): number {
  if (next_due_at === null) return poll_ms;
  return Math.min(poll_ms, Math.max(1, Date.parse(next_due_at) - clock.now().getTime()));
}
