import { randomUUID } from 'node:crypto';
import type { Log } from '../../../lib/log.ts';
import type { Database } from '../../../lib/sql/sql.ts';
import { WakeSignal } from '../../../lib/concurrency/wakeSignal.ts';
import { insertSender, renewSender, deleteSender, type SenderLifetimes } from './sql/senders.ts';

/** The heartbeat interval of a sender with work. */
const HEARTBEAT_MS = 750;
/** Other senders take over the deliveries of a sender without a heartbeat for this long. */
const ALIVE_MS = 3_500;
/** A sender starts no attempt in the last part of its lease. */
const MARGIN_MS = 500;
/** A sender counts as busy for this long after its last delivery. */
const LINGER_MS = 2_000;
/** An idle sender has leased no rows; its heartbeat only keeps its share of the slots. */
const IDLE_HEARTBEAT_MS = 30_000;
/**
 * After its last heartbeat, a sender keeps its share of the slots for this long, or for IDLE_COUNTED_MS if it is idle.
 */
const COUNTED_MS = 10_000;
const IDLE_COUNTED_MS = 3 * IDLE_HEARTBEAT_MS;

export type SenderLease = {
  /** Resolves after the first attempt to register the sender. */
  joined: Promise<void>;
  /** The id that rows are leased to; undefined while this sender may not send. */
  owner(): string | undefined;
  /** Marks the sender as busy, which shortens its heartbeat interval. */
  noteWork(): void;
  /** True if the lease is valid by the local clock. */
  isValid(sender_id: string): boolean;
  /** True if the lease is valid; renews it first if it has expired by the local clock. */
  isHeld(sender_id: string): Promise<boolean>;
  /** Stops the heartbeat and deletes the row of the sender. */
  release(): Promise<void>;
};

export type SenderLeaseTools = {
  db: Database;
  log: Log;
  isBusy: () => boolean;
  /** Called with the number of senders that share the slots. */
  onCount: (senders: number) => void;
  /** Called when the sender may send. */
  onReady: () => void;
};

type LeaseState = {
  id: string;
  is_joined: boolean;
  /** The time from which the sender may send. Times of this type are from the monotonic clock of this process. */
  ready_ms: number;
  valid_until_ms: number;
};

const newLeaseState = (): LeaseState => ({
  id: randomUUID(),
  is_joined: false,
  ready_ms: Infinity,
  valid_until_ms: -Infinity,
});

/**
 * Renews the lease of a sender by heartbeats. A process that was paused or could not reach the database for too long
 * continues under a new id; deliveries that were leased to the old id belong to other senders.
 */
export function startSenderLease(tools: SenderLeaseTools): SenderLease {
  const member: LeaseLoop = {
    tools,
    state: newLeaseState(),
    busy_until_ms: 0,
    pause_ms: HEARTBEAT_MS,
    ending: new AbortController(),
    work_came: new WakeSignal(),
  };
  const joined = renewOnce(member);
  const renewing_in_loop = joined.then(() => renewInLoop(member));
  const isValidFor = (sender_id: string) => isLeaseValid(member.state, sender_id);
  return {
    joined,
    owner: () => (performance.now() < member.state.ready_ms ? undefined : member.state.id),
    noteWork() {
      const was_idle = !isBusy(member);
      member.busy_until_ms = performance.now() + LINGER_MS;
      if (was_idle) member.work_came.notify();
    },
    isValid: isValidFor,
    async isHeld(sender_id) {
      if (member.state.id === sender_id && !isValidFor(sender_id)) await renewOnce(member);
      return isValidFor(sender_id);
    },
    async release() {
      member.ending.abort();
      member.work_came.notify();
      await Promise.all([renewing_in_loop, member.renewing]);
      await deleteSender(tools.db, member.state.id);
    },
  };
}

type LeaseLoop = {
  tools: SenderLeaseTools;
  state: LeaseState;
  busy_until_ms: number;
  /** The heartbeat interval that matches the lifetime which the last renewal wrote. */
  pause_ms: number;
  ending: AbortController;
  work_came: WakeSignal;
  renewing?: Promise<void> | undefined;
};

function isBusy({ tools, busy_until_ms }: LeaseLoop): boolean {
  return tools.isBusy() || performance.now() < busy_until_ms;
}

function isLeaseValid(state: LeaseState, sender_id: string): boolean {
  return state.id === sender_id && performance.now() < state.valid_until_ms;
}

async function renewInLoop(member: LeaseLoop): Promise<void> {
  while (!member.ending.signal.aborted) {
    // New work ends the long pause of an idle sender.
    await member.work_came.wait(isBusy(member) ? HEARTBEAT_MS : member.pause_ms);
    await renewOnce(member);
  }
}

/** Coalesces concurrent renewals. Never throws: without a renewal the lease expires soon. */
async function renewOnce(member: LeaseLoop): Promise<void> {
  if (member.ending.signal.aborted) return;
  member.renewing ??= sendHeartbeat(member)
    .catch((err: unknown) => member.tools.log.warn({ err }, 'sender heartbeat failed'))
    .finally(() => (member.renewing = undefined));
  return member.renewing;
}

async function sendHeartbeat(member: LeaseLoop): Promise<void> {
  const { db, log, onCount } = member.tools;
  const began_ms = performance.now();
  const { id, is_joined } = member.state;
  const lifetimes = lifetimesOf(member);
  const others = is_joined ? await renewSender(db, id, lifetimes) : undefined;
  if (is_joined && others === undefined) {
    log.warn({ sender_id: id }, 'sender lost its leases and starts with a new id');
    member.state = newLeaseState();
  }
  onCount(1 + (others ?? (await join(member, lifetimes))));
  member.state.valid_until_ms = began_ms + ALIVE_MS - MARGIN_MS;
  member.pause_ms = lifetimes.counted_ms === COUNTED_MS ? HEARTBEAT_MS : IDLE_HEARTBEAT_MS;
}

function lifetimesOf(member: LeaseLoop): SenderLifetimes {
  return { alive_ms: ALIVE_MS, counted_ms: isBusy(member) ? COUNTED_MS : IDLE_COUNTED_MS };
}

/**
 * Registers the sender. Without other senders, it may send immediately, otherwise after ALIVE_MS: by then, each other
 * sender has sent a heartbeat and knows the new number of senders, or its lease has expired.
 */
async function join({ state, tools }: LeaseLoop, lifetimes: SenderLifetimes): Promise<number> {
  const others = await insertSender(tools.db, state.id, lifetimes);
  const wait_ms = others === 0 ? 0 : ALIVE_MS;
  state.is_joined = true;
  state.ready_ms = performance.now() + wait_ms;
  setTimeout(tools.onReady, wait_ms).unref();
  return others;
}
