import { randomUUID } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { LeasedDelivery } from '../../../events/localSender.ts';
import type { Clock } from '../../../lib/time/clock.ts';
import type { Foreground } from '../../../lib/http/foreground.ts';
import { NIL_ID } from '../../../lib/ids.ts';
import type { Log } from '../../../lib/log.ts';
import type { Database } from '../../../lib/sql/sql.ts';
import type { BackoffRunner } from '../../../lib/concurrency/backoffRunner.ts';
import type { EndpointQueue } from './sql/endpointQueues.ts';
import { releaseExpiredLeases } from './sql/leases.ts';
import { claimDue, type DeliveryClaim } from './claim.ts';
import type { SenderLease } from './senderLease.ts';
import type { SlotPool } from './slotPool.ts';

export type ClaimingTools = {
  db: Database;
  clock: Clock;
  log: Log;
  membership: SenderLease;
  places: SlotPool;
  /** Backoff of failing endpoints. */
  backoff: BackoffRunner;
  foreground: Foreground;
  /** How often it looks without being woken. */
  poll_ms?: number;
  leaseEnd: () => Date;
  /** Returns those that have got a place. */
  take: (claimed: readonly LeasedDelivery[]) => LeasedDelivery[];
  start: (item: LeasedDelivery) => void;
};

export type Claiming = {
  /** Looks for due deliveries now. */
  wake: () => void;
  /** A place is free again: looks if the last claim left something. */
  refill: () => void;
  stop(): Promise<void>;
};

const POLL_MS = 1_000;
/** How long a signal waits for others, so that claims are fewer and larger. */
const GATHER_MS = 6;
/** The wait after a small claim, since the API needs the processor more. */
const TRICKLE_GATHER_MS = 20;
const FEW = 16;
/** The longest that claims, attempts and writes wait for running requests. */
export const FOREGROUND_YIELD_MS = 10;
/**
 * The most attempts that begin in one turn of the event loop. Callers that ask without a pause make every turn long; one
 * attempt in each would deliver less than they create, and the queue would grow for as long as they ask.
 */
export const STARTS_PER_TURN = 16;
const MAX_LANES = 1_000;
const FIRST_LANE: EndpointQueue = { account_id: NIL_ID, endpoint_id: NIL_ID };

/** How often it looks, while it claims, for what is leased to senders that died. */
const LOST_EVERY_MS = 1_000;

type State = { is_stopping: boolean; has_left: boolean; looked_for_lost_ms: number };
const NOTHING: DeliveryClaim = { claimed: [], left: [], next_due_at: null, last_lane: null };

/** Claims what no other sender holds: retries, backlogs, and what other processes wrote. */
export function startClaiming(tools: ClaimingTools): Claiming {
  const bell = createWakeSignal();
  const state: State = { is_stopping: false, has_left: false, looked_for_lost_ms: -Infinity };
  const running = runClaimLoop(tools, bell, state);
  return {
    wake: bell.ring,
    refill: () => {
      if (state.has_left) bell.ring();
    },
    async stop() {
      state.is_stopping = true;
      bell.ring();
      await running;
    },
  };
}

async function runClaimLoop(tools: ClaimingTools, bell: WakeSignal, state: State): Promise<void> {
  let after = FIRST_LANE;
  while (!state.is_stopping) {
    try {
      await releaseExpiredSenders(tools, state);
      const { claimed, next_due_at, last_lane } = await claim(tools, after, state);
      after = last_lane ?? FIRST_LANE;
      const hurry = claimed.length > 0 || last_lane !== null;
      if (!hurry) await bell.wait(untilDue(tools, next_due_at), false);
      const trickles = claimed.length > 0 && claimed.length < FEW;
      if (!state.is_stopping) await bell.wait(trickles ? TRICKLE_GATHER_MS : GATHER_MS, true);
    } catch (err) {
      tools.log.error({ err }, 'no deliveries claimed');
      await bell.wait(POLL_MS, true);
    }
  }
}

async function claim(tools: ClaimingTools, after: EndpointQueue, state: State): Promise<DeliveryClaim> {
  const { places, membership, foreground } = tools;
  state.has_left = true;
  const sender_id = membership.lessee();
  if (places.free() <= 0 || sender_id === undefined) return NOTHING;
  await foreground.yieldTo(FOREGROUND_YIELD_MS);
  if (!(await membership.holds(sender_id)) || state.is_stopping) return NOTHING;
  const claim = await claimFor(tools, sender_id, after);
  places.leave(claim.left, after === FIRST_LANE);
  state.has_left = claim.left.length > 0;
  await startEach(tools.take(claim.claimed), foreground, tools.start);
  return claim;
}

function claimFor(tools: ClaimingTools, sender_id: string, after: EndpointQueue): Promise<DeliveryClaim> {
  const { db, clock, places, backoff } = tools;
  const { per_endpoint, per_account } = places.own();
  return claimDue(db, {
    free: places.free(),
    max_per_endpoint: per_endpoint,
    max_per_account: per_account,
    endpoints: places.endpoints(backoff.postponed()),
    accounts: places.accounts(),
    after,
    max_lanes: MAX_LANES,
    now: clock.now(),
    leased_until: tools.leaseEnd(),
    claim_id: randomUUID(),
    sender_id,
  });
}

async function releaseExpiredSenders({ db, clock, log }: ClaimingTools, state: State): Promise<void> {
  if (performance.now() - state.looked_for_lost_ms < LOST_EVERY_MS) return;
  state.looked_for_lost_ms = performance.now();
  const deliveries = await releaseExpiredLeases(db, clock.now());
  if (deliveries > 0) log.warn({ deliveries }, 'deliveries of a sender that died are due again');
}

/** A few in each turn of the event loop, in the gaps between requests. */
async function startEach(
  claimed: readonly LeasedDelivery[],
  foreground: Foreground,
  start: (item: LeasedDelivery) => void,
): Promise<void> {
  let patience_ms = FOREGROUND_YIELD_MS;
  for (let at = 0; at < claimed.length; at += STARTS_PER_TURN) {
    patience_ms -= await foreground.yieldTo(patience_ms);
    for (const item of claimed.slice(at, at + STARTS_PER_TURN)) start(item);
    await nextTurn();
  }
}

function untilDue({ clock, poll_ms = POLL_MS }: ClaimingTools, next_due_at: string | null): number {
  if (next_due_at === null) return poll_ms;
  return Math.min(poll_ms, Math.max(1, Date.parse(next_due_at) - clock.now().getTime()));
}

type WakeSignal = {
  ring: () => void;
  /** Waits for the next ring or the time; an earlier ring ends it at once. `deaf` ignores rings. */
  wait(ms: number, deaf: boolean): Promise<void>;
};

function createWakeSignal(): WakeSignal {
  let rung = false;
  let hear: (() => void) | undefined;
  return {
    ring() {
      rung = true;
      hear?.();
    },
    wait(ms, deaf) {
      return new Promise((resolve) => {
        const end = () => {
          clearTimeout(timer);
          hear = undefined;
          rung = false;
          resolve();
        };
        const timer = setTimeout(end, ms);
        if (!deaf && rung) end();
        else if (!deaf) hear = end;
      });
    },
  };
}
