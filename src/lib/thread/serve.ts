import { setPriority } from 'node:os';
import { setImmediate } from 'node:timers/promises';
import { parentPort } from 'node:worker_threads';

const LOW_PRIORITY = 10;

/** Runs jobs in a thread: one answer each, in order, at low priority. */
export function serveThread(work: (job: never) => unknown, { in_background = false } = {}): void {
  const port = parentPort;
  if (!port) throw new Error('this file is the inside of a thread');
  // Only Linux knows priorities of threads; elsewhere this would be the whole process.
  if (in_background && process.platform === 'linux') setPriority(LOW_PRIORITY);
  const answer = async (job: never) => {
    const reply = await replyTo(job, work);
    // Leftovers of a job that end the thread do so now, before the next job.
    await setImmediate();
    port.postMessage(reply);
  };
  port.on('message', (job: unknown) => void answer(job as never));
  port.postMessage('ready');
}

async function replyTo(job: never, work: (job: never) => unknown): Promise<object> {
  try {
    return { answer: await work(job) };
  } catch (error) {
    return { fault: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}
