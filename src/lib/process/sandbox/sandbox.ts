import { SandboxUnavailable, TooManyWaiting } from './failure.ts';
import { createFairQueue } from './fairQueue.ts';
import type { SandboxOptions } from './limits.ts';
import { createProcessPool, type ProcessPool } from './pool.ts';

export type Sandbox<Job, Answer> = {
  /** Jobs are structured-cloned, answers are JSON. An error that the work throws is rethrown with its message. */
  run(owner: string, job: Job): Promise<Answer>;
  close(): Promise<void>;
};

const MAX_WAITING_PER_OWNER = 100;

type Queued = { start: () => Promise<void>; refuse: (error: Error) => void };

/** See README.md. `program` is a module that calls `serveSandbox`. The first process starts with the first job. */
export function createSandbox<Job, Answer>(program: URL, options: SandboxOptions): Sandbox<Job, Answer> {
  const pool = createProcessPool(program, options);
  const queue = createFairQueue<Queued>(MAX_WAITING_PER_OWNER);
  const running = new Set<string>();
  let is_closed = false;
  const startNext = () => {
    while (running.size < options.max_processes) {
      const next = queue.shift((owner) => running.has(owner));
      if (!next) return;
      void serve(next.owner, next.item);
    }
  };
  const serve = async (owner: string, { start }: Queued) => {
    const started_ms = performance.now();
    running.add(owner);
    await start();
    running.delete(owner);
    queue.charge(owner, performance.now() - started_ms);
    startNext();
  };
  return {
    run(owner, job) {
      return new Promise((resolve, reject) => {
        if (is_closed) return reject(new SandboxUnavailable('the sandbox is closed'));
        const start = () => runJob<Answer>(pool, job).then(resolve, reject);
        if (queue.push(owner, { start, refuse: reject })) startNext();
        else reject(new TooManyWaiting());
      });
    },
    async close() {
      is_closed = true;
      for (const { refuse } of queue.drain()) refuse(new SandboxUnavailable('the sandbox is closed'));
      await pool.close();
    },
  };
}

async function runJob<Answer>(pool: ProcessPool, job: unknown): Promise<Answer> {
  const reply = await pool.ask(job);
  if (reply.kind === 'error') throw new Error(reply.message);
  return JSON.parse(reply.json);
}
