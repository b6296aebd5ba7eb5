import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/** What became of a thread that gave no answer. */
export type ThreadEnd = 'too_slow' | 'out_of_memory' | 'crashed';

export class ThreadFailure extends Error {
  readonly end: ThreadEnd;
  constructor(end: ThreadEnd, cause?: unknown) {
    super(`a thread ended: ${end}`, { cause });
    this.end = end;
  }
}

export type Thread<Job, Answer> = {
  /** Jobs wait for each other; the time counts from when this one begins. What is handed over is not copied. */
  run(job: Job, within_ms: number, hand_over?: ArrayBuffer[]): Promise<Answer>;
  close(): Promise<void>;
};

export type ThreadOptions = {
  /** What the thread's own heap may hold. */
  heap_mb: number;
  /** What the whole process may grow by during a job: buffers lie outside of every heap. */
  growth_mb?: number;
};

const LOOK_EVERY_MS = 25;
const MB = 1024 * 1024;

/**
 * Work that may be hostile, apart from the event loop: a job that takes too long or too much ends its thread and
 * nothing else. The thread starts with the first job and stays.
 */
export function createThread<Job, Answer>(file: URL, options: ThreadOptions): Thread<Job, Answer> {
  let worker: Worker | undefined;
  let last: Promise<unknown> = Promise.resolve();
  const run = async (job: Job, within_ms: number, hand_over: ArrayBuffer[]): Promise<Answer> => {
    worker ??= startWorker(file, options);
    try {
      await ready(worker);
      return await askOnce(worker, { job, within_ms, hand_over, ...options });
    } catch (error) {
      if (error instanceof ThreadFailure) {
        await worker.terminate();
        worker = undefined;
      }
      throw error;
    }
  };
  return {
    run(job, within_ms, hand_over = []) {
      const answer = last.then(() => run(job, within_ms, hand_over));
      last = answer.catch(() => {});
      return answer;
    },
    async close() {
      await worker?.terminate();
      worker = undefined;
    },
  };
}

/** A job that nobody waits for any more may still fail: that must not end the process. */
function startWorker(file: URL, { heap_mb }: ThreadOptions): Worker {
  const worker = new Worker(file, { resourceLimits: { maxOldGenerationSizeMb: heap_mb }, stderr: true });
  worker.on('error', () => {});
  const started = once(worker, 'message');
  started.catch(() => {});
  starts.set(worker, started);
  return worker;
}

const starts = new WeakMap<Worker, Promise<unknown>>();

/** Loading its code is no part of a job's time. */
async function ready(worker: Worker): Promise<void> {
  try {
    await starts.get(worker);
  } catch (error) {
    throw new ThreadFailure('crashed', error);
  }
}

type Asking = { job: unknown; within_ms: number; hand_over: ArrayBuffer[]; growth_mb?: number };

type Reply<Answer> = { answer: Answer } | { fault: string };

function askOnce<Answer>(worker: Worker, { job, within_ms, hand_over, growth_mb }: Asking): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const end = (reason: ThreadEnd, cause?: unknown) =>
      settle(() => reject(new ThreadFailure(reason, cause)));
    const timer = setTimeout(() => end('too_slow'), within_ms);
    const watch = growth_mb === undefined ? undefined : watchGrowth(growth_mb, () => end('out_of_memory'));
    const onMessage = (reply: Reply<Answer>) =>
      settle(() => ('fault' in reply ? reject(new Error(reply.fault)) : resolve(reply.answer)));
    const onError = (error: Error) => end(isOutOfMemory(error) ? 'out_of_memory' : 'crashed', error);
    const onExit = () => end('crashed');
    const settle = (finish: () => void) => {
      clearTimeout(timer);
      clearInterval(watch);
      worker.off('message', onMessage).off('error', onError).off('exit', onExit).unref();
      finish();
    };
    worker.ref();
    worker.once('message', onMessage).once('error', onError).once('exit', onExit);
    worker.postMessage(job, hand_over);
  });
}

function watchGrowth(growth_mb: number, onTooMuch: () => void): NodeJS.Timeout {
  const before = process.memoryUsage.rss();
  return setInterval(() => {
    if (process.memoryUsage.rss() - before > growth_mb * MB) onTooMuch();
  }, LOOK_EVERY_MS);
}

function isOutOfMemory(error: Error): boolean {
  return 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
}
