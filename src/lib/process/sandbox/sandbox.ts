import { Limiter } from '../../concurrency/limiter.ts';
import { SandboxUnavailable, TooManyWaiting } from './failure.ts';
import type { SandboxOptions } from './limits.ts';
import { createProcessPool, type ProcessPool } from './pool.ts';

export type Sandbox<Job, Answer> = {
  /**
   * Runs a job in a child process. Jobs are sent by structured clone, answers as JSON. An error of the job is rethrown
   * with its message.
   */
  run(owner: string, job: Job): Promise<Answer>;
  close(): Promise<void>;
};

const MAX_WAITING_PER_OWNER = 100;

/**
 * Creates a sandbox; see README.md. `program` is a module that calls `serveSandbox`. The first process starts with the
 * first job.
 */
export function createSandbox<Job, Answer>(program: URL, options: SandboxOptions): Sandbox<Job, Answer> {
  const pool = createProcessPool(program, options);
  const closing = new AbortController();
  const limiter = new Limiter({
    most: options.max_processes,
    most_per_key: () => 1,
    most_waiting: MAX_WAITING_PER_OWNER,
    least_used_first: true,
  });
  return {
    async run(owner, job) {
      using place = await limiter.acquire(owner, closing.signal);
      if (place) return await runJob<Answer>(pool, job);
      throw closing.signal.aborted ? new SandboxUnavailable('the sandbox is closed') : new TooManyWaiting();
    },
    async close() {
      closing.abort();
      await pool.close();
    },
  };
}

async function runJob<Answer>(pool: ProcessPool, job: unknown): Promise<Answer> {
  const reply = await pool.ask(job);
  if (reply.kind === 'error') throw new Error(reply.message);
  return JSON.parse(reply.json);
}
