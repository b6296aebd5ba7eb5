/*
 * Loaded into a service before anything else (`--import`): says on request how long its event loop was held and
 * what it holds in memory. A hold is processor time of the loop's own thread between two turns, so that other
 * programs of the machine are no part of it.
 */
import { collectGarbage } from './collect.ts';

export type Memory = { resident_bytes: number };
/** What is left after a collection. */
export type Held = { held_bytes: number };
export type Question = 'hold' | 'memory' | 'held';
export type Reply = { hold_ms: number } | Memory | Held;

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

/** The longest hold since the last question. */
function takeHold(): { hold_ms: number } {
  lookAtLoop();
  const hold_ms = longest_us / 1_000;
  longest_us = 0;
  return { hold_ms };
}

/** What the operating system sees. A collection on command would keep the pages that it empties. */
function readMemory(): Memory {
  return { resident_bytes: process.memoryUsage.rss() };
}

function readHeld(): Held {
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return { held_bytes: heapUsed + external };
}

const ANSWERS: Record<Question, () => Reply> = { hold: takeHold, memory: readMemory, held: readHeld };

setInterval(lookAtLoop, TURN_MS).unref();
process.on('message', (question: Question) => process.send?.(ANSWERS[question]()));
process.channel?.unref();
