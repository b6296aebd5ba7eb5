import { randomUUID } from 'node:crypto';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import type { Foreground } from '../../../lib/http/foreground.ts';
import { NIL_ID } from '../../../lib/ids.ts';
import type { Log } from '../../../lib/log.ts';
import type { Database } from '../../../lib/sql.ts';
import { createTurns, type Turns } from '../../../lib/turns.ts';
import { attemptDelivery, type AttemptTools } from './attempt.ts';
import { createPlaces, type Caps, type Places } from './places.ts';
import { claimDue, type Claim, type Claimed, type Lane } from '../sql/claims.ts';
import { releaseClaim, releaseClaims } from '../sql/sending.ts';
import { settle, type Settlement } from '../sql/settlements.ts';
import { createSettling, type Settling } from './settling.ts';

export type SenderOptions = AttemptTools & {
  /** Connections of its own: a busy API must not keep deliveries waiting, nor they it. */
  db: Database;
  log: Log;
  caps?: Caps;
  /** How long a claimed delivery is ours; above everything an attempt may take. */
  lease_ms?: number;
  /** Called for every attempt that ended. */
  observe?: (settlement: Settlement) => void;
  /** Called for every attempt that could not be made, or not be written down. */
  onFailure?: () => void;
  /** The requests that this process serves. */
  foreground?: Foreground;
};

export type Sender = {
  /** Looks for due deliveries now. */
  wake: () => void;
  in_flight: () => number;
  /** Stops claiming, waits for running attempts, then releases the rest. */
  stop(within_ms: number): Promise<void>;
};

const SENDER_CAPS: Caps = { total: 512, per_account: 256, per_endpoint: 32 };
const LEASE_MS = 40_000;
const POLL_MS = 1_000;
/** How long a signal waits for others, so that claims are fewer and larger. */
const GATHER_MS = 6;
/** The wait after a small claim, since the API needs the processor more. */
const TRICKLE_GATHER_MS = 20;
const FEW = 16;
/** The longest that claims, attempts and writes wait for running requests. */
const YIELD_MS = 10;
const MAX_LANES = 1_000;
/** The longest rest of an endpoint whose deliveries cannot be built. */
const LONGEST_REST_MS = 60_000;
const NO_LANE_MS = 1_000;
const NO_FOREGROUND: Foreground = { yieldTo: async () => 0 };
const FIRST_LANE: Lane = { account_id: NIL_ID, endpoint_id: NIL_ID };

type Parts = SenderOptions & {
  foreground: Foreground;
  places: Places;
  /** Of endpoints. */
  turns: Turns;
  settling: Settling;
  open_claims: Map<string, number>;
  bell: Bell;
};

/** Sends what is due, as long as it runs. */
export function startSender(options: SenderOptions): Sender {
  const { db, caps = SENDER_CAPS, foreground = NO_FOREGROUND } = options;
  const parts: Parts = {
    ...options,
    foreground,
    places: createPlaces(caps),
    turns: createTurns('sender', { ...options, longest_ms: LONGEST_REST_MS }),
    settling: createSettling({
      ...options,
      async write(settlements, extent) {
        await foreground.yieldTo(YIELD_MS);
        await settle(db, settlements, extent);
      },
    }),
    open_claims: new Map(),
    bell: createBell(),
  };
  const state = { stopping: false };
  const running = claimInTurns(parts, caps, state);
  return {
    wake: parts.bell.ring,
    in_flight: parts.places.taken,
    async stop(within_ms) {
      state.stopping = true;
      parts.bell.ring();
      await running;
      await ended(parts.places, within_ms);
      parts.settling.close();
      await releaseClaims(db, [...parts.open_claims.keys()], options.clock.now());
    },
  };
}

async function claimInTurns(parts: Parts, caps: Caps, state: { stopping: boolean }): Promise<void> {
  let after = FIRST_LANE;
  while (!state.stopping) {
    try {
      const { claimed, next_due_at, last_lane } = await claim(parts, caps, after);
      after = last_lane ?? FIRST_LANE;
      const hurry = claimed.length > 0 || last_lane !== null;
      if (!hurry) await parts.bell.wait(untilDue(parts, next_due_at), false);
      const trickles = claimed.length > 0 && claimed.length < FEW;
      if (!state.stopping) await parts.bell.wait(trickles ? TRICKLE_GATHER_MS : GATHER_MS, true);
    } catch (err) {
      parts.log.error({ err }, 'no deliveries claimed');
      await parts.bell.wait(POLL_MS, true);
    }
  }
}

async function claim(parts: Parts, caps: Caps, after: Lane): Promise<Claim> {
  const { db, clock, places, turns, foreground } = parts;
  const free = places.free();
  if (free <= 0) return { claimed: [], next_due_at: null, last_lane: null };
  await foreground.yieldTo(YIELD_MS);
  const now = clock.now();
  const claim_id = randomUUID();
  const claim = await claimDue(db, {
    free,
    max_per_endpoint: caps.per_endpoint,
    max_per_account: caps.per_account,
    endpoints: places.endpoints(turns.postponed()),
    accounts: places.accounts(),
    after,
    max_lanes: MAX_LANES,
    now,
    leased_until: new Date(now.getTime() + (parts.lease_ms ?? LEASE_MS)),
    claim_id,
  });
  if (claim.claimed.length > 0) parts.open_claims.set(claim_id, claim.claimed.length);
  await startEach(claim.claimed, foreground, (item) => void deliver(parts, claim_id, item));
  return claim;
}

/** One at a time, in the gaps between requests. */
async function startEach(
  claimed: readonly Claimed[],
  foreground: Foreground,
  start: (item: Claimed) => void,
): Promise<void> {
  let patience_ms = YIELD_MS;
  for (const item of claimed) {
    patience_ms -= await foreground.yieldTo(patience_ms);
    start(item);
    await nextTurn();
  }
}

/** Never throws: a failed attempt keeps its lease, and its endpoint rests. */
async function deliver(parts: Parts, claim_id: string, item: Claimed): Promise<void> {
  const { places, turns, settling, observe, log } = parts;
  places.take(item);
  let hung = false;
  try {
    await turns.take(item.endpoint_id, async () => {
      const settlement = await attemptDelivery(parts, claim_id, item);
      if (settlement.outcome === 'timed_out_in_queue') return putBack(parts, claim_id, item);
      hung = settlement.outcome.startsWith('timed_out');
      await settling.add(settlement);
      observe?.(settlement);
    });
  } catch (err) {
    log.warn({ err, endpoint_id: item.endpoint_id }, 'a delivery keeps its lease');
  } finally {
    places.give(item, hung);
    closeClaim(parts.open_claims, claim_id);
    parts.bell.ring();
  }
}

/** Waiting for one of our own connections is no failure of the receiver and no attempt. */
function putBack({ db, clock }: Parts, claim_id: string, item: Claimed): Promise<void> {
  const { account_id, endpoint_id, event_id } = item;
  const due_at = new Date(clock.now().getTime() + NO_LANE_MS);
  return releaseClaim(db, account_id, { endpoint_id, event_id, claim_id }, due_at);
}

function closeClaim(open: Map<string, number>, claim_id: string): void {
  const left = (open.get(claim_id) ?? 1) - 1;
  if (left === 0) open.delete(claim_id);
  else open.set(claim_id, left);
}

function untilDue({ clock }: Parts, next_due_at: string | null): number {
  if (next_due_at === null) return POLL_MS;
  return Math.min(POLL_MS, Math.max(1, Date.parse(next_due_at) - clock.now().getTime()));
}

async function ended(places: Places, within_ms: number): Promise<void> {
  const until = performance.now() + within_ms;
  while (places.taken() > 0 && performance.now() < until) {
    await sleep(20);
  }
}

type Bell = {
  ring: () => void;
  /** Waits for the next ring or the time; an earlier ring ends it at once. `deaf` ignores rings. */
  wait(ms: number, deaf: boolean): Promise<void>;
};

function createBell(): Bell {
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
