/*
 * Loaded into a service before anything else (`--import`): says on request how long its event loop was held and
 * what it holds in memory. A hold is processor time of the loop's own thread between two turns, so that other
 * programs of the machine are no part of it.
 */
import { setTimeout as sleep } from 'node:timers/promises';

export type Memory = { resident_bytes: number };
export type Question = 'hold' | 'memory';
export type Reply = { hold_ms: number } | Memory;

const TURN_MS = 1;
const COLLECTIONS = 3;

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

/** Collects garbage first, so that only live memory counts. */
async function readMemory(): Promise<Memory> {
  for (let i = 0; i < COLLECTIONS; i++) {
    await sleep(50);
    gc?.();
  }
  return { resident_bytes: process.memoryUsage.rss() };
}

async function answer(question: Question): Promise<void> {
  process.send?.(question === 'hold' ? takeHold() : await readMemory());
}

setInterval(lookAtLoop, TURN_MS).unref();
process.on('message', (question: Question) => void answer(question));
process.channel?.unref();
