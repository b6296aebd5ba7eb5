import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../../../lib/log.ts';
import type { Database } from '../../../lib/sql/sql.ts';
import { insertSender, renewSender, removeSender, type Lifetimes } from './sql/senders.ts';

/** How often a sender with work tells the database that it lives. */
const BEAT_MS = 750;
/** Others take what is leased to a sender that has been silent for so long. */
const ALIVE_MS = 3_500;
/** A sender begins nothing in the last part of that time. */
const MARGIN_MS = 500;
/** How long a sender goes on telling it after its last work. */
const LINGER_MS = 2_000;
/** How often a sender without work does, which holds nothing and only counts among those who share the places. */
const IDLE_BEAT_MS = 30_000;
/** How long a sender that is silent still counts, with work and without. */
const COUNTED_MS = 10_000;
const IDLE_COUNTED_MS = 3 * IDLE_BEAT_MS;

export type SenderLease = {
  /** The first attempt to join is over. */
  joined: Promise<void>;
  /** Whom rows are leased to; undefined while it may not send. */
  lessee(): string | undefined;
  /** There is work: from now on it tells that it lives. */
  noteWork(): void;
  /** True if the leases of the sender are valid at this moment, as far as it knows. */
  isFresh(sender_id: string): boolean;
  /** True if the leases of the sender are valid; a sender that was silent asks the database. */
  holds(sender_id: string): Promise<boolean>;
  /** It is told nothing any more, and counts no longer. */
  leave(): Promise<void>;
};

export type SenderLeaseTools = {
  db: Database;
  log: Log;
  isBusy: () => boolean;
  /** How many senders share the places. */
  onCount: (senders: number) => void;
  /** It may send. */
  onReady: () => void;
};

type Life = {
  id: string;
  is_joined: boolean;
  /** By this process's monotonic clock, like all times here. */
  ready_ms: number;
  fresh_until_ms: number;
};

const newLife = (): Life => ({
  id: randomUUID(),
  is_joined: false,
  ready_ms: Infinity,
  fresh_until_ms: -Infinity,
});

/**
 * Keeps a sender alive in the eyes of others. A process that was paused or could not reach the database for too long
 * starts anew under another id, and what was leased to the old one is no longer its own.
 */
export function startSenderLease(tools: SenderLeaseTools): SenderLease {
  const member: Member = {
    tools,
    life: newLife(),
    busy_until_ms: 0,
    pause_ms: BEAT_MS,
    ending: new AbortController(),
  };
  const joined = beat(member);
  const beating = joined.then(() => beatOn(member));
  const isFreshFor = (sender_id: string) => isFresh(member.life, sender_id);
  return {
    joined,
    lessee: () => (performance.now() < member.life.ready_ms ? undefined : member.life.id),
    noteWork() {
      const was_idle = !isBusy(member);
      member.busy_until_ms = performance.now() + LINGER_MS;
      if (was_idle) member.wake?.();
    },
    isFresh: isFreshFor,
    async holds(sender_id) {
      if (member.life.id === sender_id && !isFreshFor(sender_id)) await beat(member);
      return isFreshFor(sender_id);
    },
    async leave() {
      member.ending.abort();
      member.wake?.();
      await Promise.all([beating, member.beating]);
      await removeSender(tools.db, member.life.id);
    },
  };
}

type Member = {
  tools: SenderLeaseTools;
  life: Life;
  busy_until_ms: number;
  /** Until the next beat, as the last one has promised. */
  pause_ms: number;
  ending: AbortController;
  wake?: (() => void) | undefined;
  beating?: Promise<void> | undefined;
};

function isBusy({ tools, busy_until_ms }: Member): boolean {
  return tools.isBusy() || performance.now() < busy_until_ms;
}

function isFresh(life: Life, sender_id: string): boolean {
  return life.id === sender_id && performance.now() < life.fresh_until_ms;
}

async function beatOn(member: Member): Promise<void> {
  while (!member.ending.signal.aborted) {
    await pause(member);
    await beat(member);
  }
}

/** Work ends the long pause of a sender that had none. */
async function pause(member: Member): Promise<void> {
  const woken = new AbortController();
  member.wake = () => woken.abort();
  const ms = isBusy(member) ? BEAT_MS : member.pause_ms;
  await sleep(ms, undefined, { signal: woken.signal }).catch(() => {});
  member.wake = undefined;
}

/** One at a time, and none of one that leaves. Never throws: without an answer the sender soon is no longer fresh. */
async function beat(member: Member): Promise<void> {
  if (member.ending.signal.aborted) return;
  member.beating ??= tell(member)
    .catch((err: unknown) => member.tools.log.warn({ err }, 'a sender could not tell that it lives'))
    .finally(() => (member.beating = undefined));
  return member.beating;
}

async function tell(member: Member): Promise<void> {
  const { db, log, onCount } = member.tools;
  const began_ms = performance.now();
  const { id, is_joined } = member.life;
  const lifetimes = lifetimesOf(member);
  const others = is_joined ? await renewSender(db, id, lifetimes) : undefined;
  if (is_joined && others === undefined) {
    log.warn({ sender_id: id }, 'a sender has lost its leases, and starts anew');
    member.life = newLife();
  }
  onCount(1 + (others ?? (await join(member, lifetimes))));
  member.life.fresh_until_ms = began_ms + ALIVE_MS - MARGIN_MS;
  member.pause_ms = lifetimes.counted_ms === COUNTED_MS ? BEAT_MS : IDLE_BEAT_MS;
}

function lifetimesOf(member: Member): Lifetimes {
  return { alive_ms: ALIVE_MS, counted_ms: isBusy(member) ? COUNTED_MS : IDLE_COUNTED_MS };
}

/** Others have learnt of it, or begin nothing, when the longest time that they may be silent is over. */
async function join({ life, tools }: Member, lifetimes: Lifetimes): Promise<number> {
  const others = await insertSender(tools.db, life.id, lifetimes);
  const wait_ms = others === 0 ? 0 : ALIVE_MS;
  life.is_joined = true;
  life.ready_ms = performance.now() + wait_ms;
  setTimeout(tools.onReady, wait_ms).unref();
  return others;
}
