import { setTimeout as sleep } from 'node:timers/promises';
import { backoffMs } from '../lib/concurrency/backoff.ts';
import type { Log } from '../lib/log.ts';
import { isLockTimeout } from '../lib/sql/sql.ts';
import { LoopStopped } from '../lib/concurrency/backoffRunner.ts';

export type Loop = { stop(): Promise<void> };

/** The delay after a failed run. It doubles with each consecutive failure. */
const AGAIN_MS = 1_000;

export type LoopOptions = { log: Log; onFailure?: (loop: string) => void };

/**
 * Runs the work immediately and again after each pause. After a failure, which is logged and counted, it retries with a
 * backoff that is shorter than the pause.
 */
export function startLoop(
  name: string,
  pause_ms: number,
  work: () => Promise<unknown>,
  tools: LoopOptions,
): Loop {
  const ending = new AbortController();
  const running = runLoop({ name, pause_ms, work }, tools, ending.signal);
  return {
    async stop() {
      ending.abort();
      await running;
    },
  };
}

type Work = { name: string; pause_ms: number; work: () => Promise<unknown> };

async function runLoop(
  { name, pause_ms, work }: Work,
  tools: LoopOptions,
  ending: AbortSignal,
): Promise<void> {
  let failures = 0;
  while (!ending.aborted) {
    failures = (await runIteration(name, work, tools)) ? 0 : failures + 1;
    await sleep(pauseAfter(failures, pause_ms), undefined, { signal: ending }).catch(() => {});
  }
}

function pauseAfter(failures: number, pause_ms: number): number {
  return failures === 0 ? pause_ms : backoffMs(failures, { first_ms: AGAIN_MS, longest_ms: pause_ms });
}

/**
 * Runs the work once and never throws. Returns false after a failure, which is logged and counted, or a lock timeout.
 */
export async function runIteration(
  name: string,
  work: () => Promise<unknown>,
  { log, onFailure }: LoopOptions,
): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (err) {
    if (err instanceof LoopStopped) return true;
    if (isLockTimeout(err)) {
      log.warn({ err, loop: name }, 'background loop waits for a lock');
      return false;
    }
    onFailure?.(name);
    log.error({ err, loop: name }, 'background loop failed');
    return false;
  }
}
