/* The program of a sandbox process that executes the requested behaviour. */
import { setTimeout as sleep } from 'node:timers/promises';
import { runWithCpuLimit } from '../../../../../src/lib/process/sandbox/cpuLimit.ts';
import { serveSandbox } from '../../../../../src/lib/process/sandbox/serve.ts';

export type Job =
  | 'answer'
  | 'answer slowly'
  | 'answer much'
  | 'throw'
  | 'reject at once'
  | 'reject later'
  | 'exit'
  | 'fill heap'
  | 'parse JSON'
  | 'fill buffers'
  | 'loop'
  | 'loop briefly'
  | 'wait'
  | 'list environment';

const kept: unknown[] = [];

/** Returns the process id, unless the job says otherwise. */
function work(job: Job): unknown {
  switch (job) {
    case 'answer':
      return process.pid;
    case 'answer slowly':
      return sleep(500, process.pid);
    case 'answer much':
      return 'x'.repeat(10_000);
    case 'throw':
      throw new Error('told to throw');
    case 'reject at once':
      void Promise.reject(new Error('unhandled'));
      return process.pid;
    case 'reject later':
      setTimeout(() => void Promise.reject(new Error('unhandled')), 50);
      return process.pid;
    case 'exit':
      return process.exit(1);
    case 'fill heap':
      for (;;) kept.push(Array.from({ length: 100_000 }, () => 1.5));
    case 'parse JSON':
      return JSON.parse(`[${'{},'.repeat(5_000_000)}{}]`);
    case 'fill buffers':
      for (;;) kept.push(Buffer.alloc(1024 * 1024, 1));
    case 'loop':
      return loop();
    case 'loop briefly':
      return runWithCpuLimit(20, loop);
    case 'wait':
      return Promise.withResolvers<never>().promise;
    case 'list environment':
      return Object.keys(process.env);
  }
}

function loop(): never {
  for (;;);
}

serveSandbox(work);
