import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../log.ts';
import { StartupFault } from '../startupFault.ts';
import { readMessage } from './messages.ts';
import { askerOf, sumMetrics, tell, type AskForMetrics } from './metrics.ts';

export type WorkersOptions = {
  count: number;
  /** Settings that differ from those of this process. */
  env: Record<string, string>;
  log: Log;
};

export type Workers = { url: string; stop(): Promise<void> };

const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 30_000;
/** A worker that lived for so long is started anew after the first pause. */
const CALM_MS = 60_000;

type State = WorkersOptions & { ending: AbortController; askers: Map<Worker, AskForMetrics> };

/**
 * Runs this program in several processes that serve one port, as workers of this one: the first alone, so that what is
 * wrong with the settings is said once. One that ends is started anew.
 */
export async function startWorkers(options: WorkersOptions): Promise<Workers> {
  const state: State = { ...options, ending: new AbortController(), askers: new Map() };
  cluster.setupPrimary({ serialization: 'advanced' });
  const running: Promise<void>[] = [];
  const start = async () => {
    const worker = fork(state);
    const url = await becomeReady(worker);
    running.push(keepRunning(state, worker));
    return url;
  };
  const stop = async () => {
    state.ending.abort();
    // A message would be lost on one that is still starting; the signal ends it.
    for (const worker of listWorkers()) worker.process.kill('SIGTERM');
    await Promise.all([...running, ...listWorkers().map((worker) => once(worker, 'exit'))]);
  };
  try {
    const url = await start();
    await Promise.all(Array.from({ length: options.count - 1 }, start));
    return { url, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function listWorkers(): Worker[] {
  const all = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);
  return all.filter((worker) => !worker.isDead());
}

function fork({ env, askers }: State): Worker {
  const worker = cluster.fork(env);
  // It has ended, which is told apart.
  worker.on('error', () => {});
  askers.set(worker, askerOf(worker));
  worker.once('exit', () => askers.delete(worker));
  worker.on('message', (given: unknown) => {
    const message = readMessage(given);
    if (message?.kind === 'all metrics?') void answerMetrics(worker, message.id, askers);
  });
  return worker;
}

async function answerMetrics(worker: Worker, id: number, askers: State['askers']): Promise<void> {
  tell(worker, { kind: 'all metrics', id, text: await sumMetrics(askers.values()) });
}

function becomeReady(worker: Worker): Promise<string> {
  return new Promise((resolve, reject) => {
    worker.on('message', (given: unknown) => {
      const message = readMessage(given);
      if (message?.kind === 'ready') resolve(message.url);
    });
    worker.once('exit', () => reject(new StartupFault('A process of the service did not start.')));
  });
}

/** Pauses grow while workers end soon after their start. */
async function keepRunning(state: State, first: Worker): Promise<void> {
  const { log, ending } = state;
  let pause_ms = FIRST_PAUSE_MS;
  let worker = first;
  for (;;) {
    const began_ms = performance.now();
    const [code, signal] = worker.isDead() ? [] : await once(worker, 'exit');
    if (ending.signal.aborted) return;
    if (performance.now() - began_ms > CALM_MS) pause_ms = FIRST_PAUSE_MS;
    log.error(
      { ended: worker.id, code, signal, again_in_ms: pause_ms },
      'a process ended and is started anew',
    );
    await sleep(pause_ms, undefined, { signal: ending.signal }).catch(() => {});
    if (ending.signal.aborted) return;
    pause_ms = Math.min(2 * pause_ms, LONGEST_PAUSE_MS);
    worker = fork(state);
  }
}
