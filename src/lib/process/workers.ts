import cluster, { type Worker } from 'node:cluster';
import { setTimeout as sleep } from 'node:timers/promises';
import { backoffMs } from '../concurrency/backoff.ts';
import type { Log } from '../log.ts';
import { StartupFault } from './startupFault.ts';
import { readMessage } from './messages.ts';
import { createWorkerMetricsReader, sumMetrics, sendToWorker, type ReadWorkerMetrics } from './metrics.ts';

export type WorkersOptions = {
  count: number;
  /** Environment variables that differ from those of this process. */
  env: Record<string, string>;
  log: Log;
  /** After this signal is aborted, no process is restarted. */
  leaving?: AbortSignal;
};

export type Workers = { url: string; stop(): Promise<void> };

const RESTART_PAUSE = { first_ms: 250, longest_ms: 30_000 };
/** A worker that ran for this long counts as stable, so its next restart has the shortest pause. */
const CALM_MS = 60_000;

type State = WorkersOptions & { ending: AbortSignal; askers: Map<Worker, ReadWorkerMetrics> };

/**
 * Runs this program as several cluster workers that serve one port. The first worker starts alone, so that invalid
 * settings are reported only once. A worker that ends is restarted.
 */
export async function startWorkers(options: WorkersOptions): Promise<Workers> {
  const stopping = new AbortController();
  const ending = AbortSignal.any([stopping.signal, ...(options.leaving ? [options.leaving] : [])]);
  const state: State = { ...options, ending, askers: new Map() };
  cluster.setupPrimary({ serialization: 'advanced' });
  const running: Promise<void>[] = [];
  const start = async () => {
    const worker = fork(state);
    const url = await becomeReady(worker);
    running.push(keepRunning(state, worker));
    return url;
  };
  const stop = async () => {
    stopping.abort();
    // A worker that is still starting would miss a message; SIGTERM ends it.
    for (const worker of listWorkers()) worker.process.kill('SIGTERM');
    await Promise.all([...running, ...listWorkers().map(endOf)]);
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

function fork({ env, log, askers }: State): Worker {
  const worker = cluster.fork(env);
  askers.set(worker, createWorkerMetricsReader(worker));
  void endOf(worker).then(() => askers.delete(worker));
  worker.on('message', (given: unknown) => {
    const message = readMessage(given);
    if (message?.kind === 'all metrics?') void answerMetrics(worker, message.id, askers);
    if (message?.kind === 'failed') log.error({ reason: message.message }, 'worker process cannot start');
  });
  return worker;
}

async function answerMetrics(worker: Worker, id: number, askers: State['askers']): Promise<void> {
  sendToWorker(worker, { kind: 'all metrics', id, text: await sumMetrics(askers.values()) });
}

function becomeReady(worker: Worker): Promise<string> {
  return new Promise((resolve, reject) => {
    worker.on('message', (given: unknown) => {
      const message = readMessage(given);
      if (message?.kind === 'ready') resolve(message.url);
      if (message?.kind === 'failed') reject(new StartupFault(message.message));
    });
    void endOf(worker).then(() => reject(new StartupFault('A process of the service did not start.')));
  });
}

/** The field is named exit_code because the log redacts `code`. */
type End = { exit_code?: number; signal?: string; err?: Error };

/** Resolves when the worker ends, also if the process could not be started and no exit event arrives. */
function endOf(worker: Worker): Promise<End> {
  return new Promise((resolve) => {
    if (worker.isDead()) resolve({});
    worker.once('exit', (exit_code, signal) => resolve({ exit_code, signal }));
    worker.on('error', (err) => {
      if (worker.isDead()) resolve({ err });
    });
  });
}

/** Restarts a worker whenever it ends. The pauses grow while workers end soon after their start. */
async function keepRunning(state: State, first: Worker): Promise<void> {
  const { log, ending } = state;
  let quick_ends = 0;
  let worker: Worker | undefined = first;
  for (;;) {
    const began_ms = performance.now();
    const end: End = worker ? await endOf(worker) : {};
    if (ending.aborted) return;
    quick_ends = performance.now() - began_ms > CALM_MS ? 1 : quick_ends + 1;
    const pause_ms = backoffMs(quick_ends, RESTART_PAUSE);
    log.error({ ...end, ended: worker?.id, again_in_ms: pause_ms }, 'worker process ended, restarting it');
    await sleep(pause_ms, undefined, { signal: ending }).catch(() => {});
    if (ending.aborted) return;
    worker = forkIfPossible(state);
  }
}

/** Returns undefined if the process cannot be started; the other workers continue. */
function forkIfPossible(state: State): Worker | undefined {
  try {
    return fork(state);
  } catch (err) {
    state.log.error({ err }, 'worker process could not be started');
    return undefined;
  }
}
