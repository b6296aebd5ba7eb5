import { Worker } from 'node:worker_threads';
import { createTurns } from './turns.ts';

/** Why a thread gave no answer. */
export type ThreadEnd = 'too_slow' | 'out_of_memory' | 'crashed';

export class ThreadFailure extends Error {
  readonly end: ThreadEnd;
  constructor(end: ThreadEnd, cause?: unknown) {
    super(`a thread ended: ${end}`, { cause });
    this.end = end;
  }
}

/** So many jobs of one owner wait already that another one is not taken. */
export class TooManyWaiting extends Error {}

export type Thread<Job, Answer> = {
  /**
   * Jobs run one at a time, first those of the owner with the least use; the time limit starts with the job.
   */
  run(owner: string, job: Job, within_ms: number): Promise<Answer>;
  close(): Promise<void>;
};

export type ThreadOptions = {
  /** The limit of the thread's heap. */
  heap_mb: number;
  /** How much the process may grow during a job, since buffers are outside the heap. */
  growth_mb?: number;
  /** How much of the processor a job may take, since a busy machine gives a thread less in the same time. */
  cpu_ms?: number;
  /** Ends a thread that had no job for so long, and gives its memory back; the next job starts one. */
  idle_ms?: number;
};

const LOOK_EVERY_MS = 25;
/** How often the processor time of a job is looked at within what it may take. */
const LOOKS_AT_USE = 10;
const MB = 1024 * 1024;
const MOST_WAITING_OF_ONE = 100;

/**
 * Runs untrusted work in a thread: a job above its limits ends only the thread. The thread starts with the
 * first job and is replaced at once when it dies.
 */
export function createThread<Job, Answer>(file: URL, options: ThreadOptions): Thread<Job, Answer> {
  const worker = keepWorker(file, options);
  const turns = createTurns<() => Promise<void>>(MOST_WAITING_OF_ONE);
  let is_serving = false;
  let idle: NodeJS.Timeout | undefined;
  const serve = async () => {
    if (is_serving) return;
    is_serving = true;
    clearTimeout(idle);
    for (let turn = turns.next(); turn; turn = turns.next()) {
      const started_ms = performance.now();
      await turn.item();
      turns.note(turn.owner, performance.now() - started_ms);
    }
    is_serving = false;
    if (options.idle_ms !== undefined) idle = setTimeout(() => void worker.end(), options.idle_ms).unref();
  };
  return {
    run(owner, job, within_ms) {
      return new Promise((resolve, reject) => {
        const turn = () => runJob<Answer>(worker, { job, within_ms, ...options }).then(resolve, reject);
        if (turns.add(owner, turn)) void serve();
        else reject(new TooManyWaiting());
      });
    },
    async close() {
      clearTimeout(idle);
      await worker.close();
    },
  };
}

/**
 * A used thread may have been damaged by earlier jobs, so a job that dies in one is run again in a new one.
 */
async function runJob<Answer>(kept: KeptWorker, asking: Asking): Promise<Answer> {
  const is_new = kept.isNew();
  try {
    return await attempt(kept, asking);
  } catch (error) {
    if (is_new || !(error instanceof ThreadFailure) || error.end === 'too_slow') throw error;
    return attempt(kept, asking);
  }
}

async function attempt<Answer>(kept: KeptWorker, asking: Asking): Promise<Answer> {
  const worker = await kept.get();
  try {
    return await askOnce(worker, asking);
  } catch (error) {
    if (error instanceof ThreadFailure) await kept.replace(worker);
    throw error;
  }
}

type KeptWorker = ReturnType<typeof keepWorker>;

/** The workers, one after the other. */
function keepWorker(file: URL, { heap_mb }: ThreadOptions) {
  let current: { worker: Worker; ready: Promise<void>; is_used: boolean } | undefined;
  let is_closed = false;
  const start = () => {
    const worker = new Worker(file, { resourceLimits: { maxOldGenerationSizeMb: heap_mb }, stderr: true });
    // An abandoned job may still fail; the error is ignored.
    worker.on('error', () => {});
    const ready = whenReady(worker);
    ready.then(
      () => worker.once('exit', () => drop(worker)).unref(),
      () => forget(worker),
    );
    return (current = { worker, ready, is_used: false });
  };
  const forget = (worker: Worker) => {
    if (current?.worker === worker) current = undefined;
  };
  const drop = (worker: Worker) => {
    if (current?.worker !== worker) return;
    current = undefined;
    if (!is_closed) start();
  };
  return {
    isNew: () => !current?.is_used,
    /** Loading its code is no part of a job's time. */
    async get(): Promise<Worker> {
      if (is_closed) throw new ThreadFailure('crashed');
      const kept = current ?? start();
      try {
        await kept.ready;
      } catch (error) {
        throw new ThreadFailure('crashed', error);
      }
      kept.is_used = true;
      return kept.worker;
    },
    async replace(worker: Worker): Promise<void> {
      drop(worker);
      await worker.terminate();
    },
    async end(): Promise<void> {
      const ended = current;
      current = undefined;
      await ended?.worker.terminate();
    },
    async close(): Promise<void> {
      is_closed = true;
      await this.end();
    },
  };
}

/** A thread ended while loading sends nothing. */
function whenReady(worker: Worker): Promise<void> {
  return new Promise((resolve, reject) => {
    worker.once('message', () => resolve());
    worker.once('error', reject);
    worker.once('exit', () => reject(new Error('the thread ended before it was ready')));
  });
}

type Asking = { job: unknown; within_ms: number; growth_mb?: number; cpu_ms?: number };

type Reply<Answer> = { answer: Answer } | { fault: string };

function askOnce<Answer>(worker: Worker, { job, within_ms, growth_mb, cpu_ms }: Asking): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const end = (reason: ThreadEnd, cause?: unknown) =>
      settle(() => reject(new ThreadFailure(reason, cause)));
    const timer = setTimeout(() => end('too_slow'), within_ms);
    const watch = growth_mb === undefined ? undefined : watchGrowth(growth_mb, () => end('out_of_memory'));
    const use = cpu_ms === undefined ? undefined : watchUse(worker, cpu_ms, () => end('too_slow'));
    const onMessage = (reply: Reply<Answer>) =>
      settle(() => ('fault' in reply ? reject(new Error(reply.fault)) : resolve(reply.answer)));
    const onError = (error: Error) => end(isOutOfMemory(error) ? 'out_of_memory' : 'crashed', error);
    const onExit = () => end('crashed');
    let is_over = false;
    const settle = (finish: () => void) => {
      if (is_over) return;
      is_over = true;
      clearTimeout(timer);
      clearInterval(watch);
      clearInterval(use);
      worker.off('message', onMessage).off('error', onError).off('exit', onExit).unref();
      finish();
    };
    worker.ref();
    worker.once('message', onMessage).once('error', onError).once('exit', onExit);
    worker.postMessage(job, []);
  });
}

function watchGrowth(growth_mb: number, onTooMuch: () => void): NodeJS.Timeout {
  const before = process.memoryUsage.rss();
  return setInterval(() => {
    if (process.memoryUsage.rss() - before > growth_mb * MB) onTooMuch();
  }, LOOK_EVERY_MS);
}

/** A thread that has ended tells nothing, and none does before Node 24.6: the clock is its only limit then. */
function watchUse(worker: Worker, cpu_ms: number, onTooMuch: () => void): NodeJS.Timeout {
  const readUse = async (since?: NodeJS.CpuUsage) => worker.cpuUsage(since);
  const before = readUse().catch(() => undefined);
  const look = async () => {
    const { user, system } = await readUse(await before);
    if ((user + system) / 1_000 > cpu_ms) onTooMuch();
  };
  return setInterval(() => void look().catch(() => {}), cpu_ms / LOOKS_AT_USE);
}

function isOutOfMemory(error: Error): boolean {
  return 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
}
