import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../lib/log.ts';
import { LoopEnds } from '../lib/turns.ts';

export type Loop = { stop(): Promise<void> };

export type LoopTools = { log: Log; onFailure?: (loop: string) => void };

/** Runs the work now and again after each pause; a failure is logged and counted. */
export function startLoop(
  name: string,
  pause_ms: number,
  work: () => Promise<unknown>,
  tools: LoopTools,
): Loop {
  const ending = new AbortController();
  const running = runTurns({ name, pause_ms, work }, tools, ending.signal);
  return {
    async stop() {
      ending.abort();
      await running;
    },
  };
}

type Work = { name: string; pause_ms: number; work: () => Promise<unknown> };

async function runTurns(
  { name, pause_ms, work }: Work,
  tools: LoopTools,
  ending: AbortSignal,
): Promise<void> {
  while (!ending.aborted) {
    await runTurn(name, work, tools);
    await sleep(pause_ms, undefined, { signal: ending }).catch(() => {});
  }
}

/** Never throws: a failure is logged and counted. */
export async function runTurn(
  name: string,
  work: () => Promise<unknown>,
  { log, onFailure }: LoopTools,
): Promise<void> {
  try {
    await work();
  } catch (err) {
    if (err instanceof LoopEnds) return;
    onFailure?.(name);
    log.error({ err, loop: name }, 'a turn of background work failed');
  }
}
