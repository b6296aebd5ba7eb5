/* The inside of a thread that does as it is told. */
import { setTimeout as pause } from 'node:timers/promises';
import { threadId } from 'node:worker_threads';
import { runWithin } from '../../../../src/lib/thread/limit.ts';
import { serveThread } from '../../../../src/lib/thread/serve.ts';

export type Job =
  | 'answer'
  | 'answer slowly'
  | 'reject later'
  | 'reject much later'
  | 'exit'
  | 'fill'
  | 'loop'
  | 'loop briefly'
  | 'wait';

const heap: unknown[] = [];

function work(job: Job): number | Promise<number> {
  switch (job) {
    case 'answer':
      return threadId;
    case 'answer slowly':
      return pause(500, threadId);
    case 'reject later':
      void Promise.reject(new Error('nobody listens'));
      return threadId;
    case 'reject much later':
      setTimeout(() => void Promise.reject(new Error('nobody listens')), 50);
      return threadId;
    case 'exit':
      return process.exit(1);
    case 'fill':
      for (;;) heap.push(Array.from({ length: 100_000 }, () => 1.5));
    case 'loop':
      return loop();
    case 'loop briefly':
      return runWithin(20, loop);
    case 'wait':
      return Promise.withResolvers<never>().promise;
  }
}

function loop(): never {
  for (;;);
}

serveThread(work);
