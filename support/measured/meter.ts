/*
 * A measured service preloads this module (`--import`). On request, it reports how long the event loop was blocked and
 * how much memory the process uses. Blocking is measured as CPU time of the loop's thread between two timer callbacks,
 * so that other programs on the machine do not affect it.
 */
import { collectGarbage } from './collect.ts';

export type Memory = { resident_bytes: number };
/** Memory that is still in use after a garbage collection. */
export type HeldMemory = { held_bytes: number };
export type MeterQuestion = 'hold' | 'memory' | 'held';
export type MeterReply = { hold_ms: number } | Memory | HeldMemory;

const TURN_MS = 1;

let longest_us = 0;
let last_us = usedMicroseconds();

function lookAtLoop(): void {
  const now_us = usedMicroseconds();
  longest_us = Math.max(longest_us, now_us - last_us);
  last_us = now_us;
}

function usedMicroseconds(): number {
  const { user, system } = process.threadCpuUsage();
  return user + system;
}

/** Returns the longest blocking of the event loop since the previous request. */
function takeHold(): { hold_ms: number } {
  lookAtLoop();
  const hold_ms = longest_us / 1_000;
  longest_us = 0;
  return { hold_ms };
}

/**
 * Reads the resident memory without a garbage collection: a forced collection would keep the emptied pages in the
 * process.
 */
function readMemory(): Memory {
  return { resident_bytes: process.memoryUsage.rss() };
}

function readHeld(): HeldMemory {
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return { held_bytes: heapUsed + external };
}

const ANSWERS: Record<MeterQuestion, () => MeterReply> = {
  hold: takeHold,
  memory: readMemory,
  held: readHeld,
};

setInterval(lookAtLoop, TURN_MS).unref();
process.on('message', (question: MeterQuestion) => process.send?.(ANSWERS[question]()));
process.channel?.unref();
