import cluster, { type Worker } from 'node:cluster';
import { setTimeout as sleep } from 'node:timers/promises';
import { backoffMs } from '../concurrency/backoff.ts';
import type { Log } from '../log.ts';
import { StartupFault } from './startupFault.ts';
import { readMessage } from './messages.ts';
import { metricsAsker, sumMetrics, sendToWorker, type AskForMetrics } from './metrics.ts';

export type WorkersOptions = {
  count: number;
  /** Settings that differ from those of this process. */
  env: Record<string, string>;
  log: Log;
  /** Once it is aborted, none is started anew. */
  leaving?: AbortSignal;
};

export type Workers = { url: string; stop(): Promise<void> };

const RESTART_PAUSE = { first_ms: 250, longest_ms: 30_000 };
/** A worker that lived for so long is started anew after the first pause. */
const CALM_MS = 60_000;

type State = WorkersOptions & { ending: AbortSignal; askers: Map<Worker, AskForMetrics> };

/**
 * Runs this program in several processes that serve one port, as workers of this one: the first alone, so that what is
 * wrong with the settings is said once. One that ends is started anew.
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
    // A message would be lost on one that is still starting; the signal ends it.
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
  askers.set(worker, metricsAsker(worker));
  void endOf(worker).then(() => askers.delete(worker));
  worker.on('message', (given: unknown) => {
    const message = readMessage(given);
    if (message?.kind === 'all metrics?') void answerMetrics(worker, message.id, askers);
    if (message?.kind === 'failed') log.error({ reason: message.message }, 'a process cannot start');
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

/** `code` would be redacted in the log. */
type End = { exit_code?: number; signal?: string; err?: Error };

/** Resolves when the worker ends, also if the system could not start it and no exit is reported. */
function endOf(worker: Worker): Promise<End> {
  return new Promise((resolve) => {
    if (worker.isDead()) resolve({});
    worker.once('exit', (exit_code, signal) => resolve({ exit_code, signal }));
    worker.on('error', (err) => {
      if (worker.isDead()) resolve({ err });
    });
  });
}

/** Pauses grow while workers end soon after their start. */
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
    log.error({ ...end, ended: worker?.id, again_in_ms: pause_ms }, 'a process ended and is started anew');
    await sleep(pause_ms, undefined, { signal: ending }).catch(() => {});
    if (ending.aborted) return;
    worker = forkIfPossible(state);
  }
}

/** A machine short of memory or processes lets none start; those that run go on. */
function forkIfPossible(state: State): Worker | undefined {
  try {
    return fork(state);
  } catch (err) {
    state.log.error({ err }, 'a process could not be started');
    return undefined;
  }
}
