import { writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { setImmediate } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { CPU_LIMIT_SIGNAL, type SandboxReply, type SandboxLimits } from './limits.ts';

const LOW_PRIORITY = 10;
const MB = 1024 * 1024;
/** Read at module load, because an orphaned process has another parent later. */
const PARENT_PID = process.ppid;

/** Runs the jobs of the parent process one at a time. The calling module is the program of a sandbox process. */
export function serveSandbox(work: (job: never) => unknown): void {
  const limits: SandboxLimits = JSON.parse(process.argv[2] ?? 'null');
  if (limits.in_background) yieldProcessor();
  volunteerForOutOfMemoryKill();
  // The watchdog thread shares this counter. It is odd while a job runs.
  const job_counter = new Int32Array(new SharedArrayBuffer(4));
  startWatchdog(job_counter, limits);
  // Ignores signals that are sent to the whole process group; the service ends this process itself.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
  process.on('disconnect', () => process.exit());
  process.on('message', (job: unknown) => {
    Atomics.add(job_counter, 0, 1);
    void replyTo(job as never, work, limits).then((reply) => {
      Atomics.add(job_counter, 0, 1);
      process.send?.(reply);
    });
  });
  process.send?.('ready');
}

function yieldProcessor(): void {
  try {
    setPriority(LOW_PRIORITY);
  } catch {
    // A container may forbid changing the priority.
  }
}

/** Raises the OOM score of this process, so that Linux ends it before the service. */
function volunteerForOutOfMemoryKill(): void {
  try {
    writeFileSync('/proc/self/oom_score_adj', '1000');
  } catch {
    // Other systems have no such file, and a container may forbid it.
  }
}

function startWatchdog(job_counter: Int32Array, { rss_mb, cpu_ms }: SandboxLimits): void {
  const workerData = {
    job_counter,
    parent_pid: PARENT_PID,
    rss_bytes: rss_mb * MB,
    cpu_ms,
    cpu_signal: CPU_LIMIT_SIGNAL,
  };
  const resourceLimits = { maxOldGenerationSizeMb: 8, maxYoungGenerationSizeMb: 1, stackSizeMb: 1 };
  new Worker(new URL('./watchdog.mjs', import.meta.url), { workerData, resourceLimits }).unref();
}

async function replyTo(
  job: never,
  work: (job: never) => unknown,
  limits: SandboxLimits,
): Promise<SandboxReply> {
  const reply = await answer(job, work, limits);
  // Lets an unhandled rejection of the job end the process now, before the next job.
  await setImmediate();
  const is_small = process.memoryUsage.rss() < (limits.rss_mb * MB) / 2;
  return { ...reply, is_reusable: is_small && !isAnythingPending() };
}

/** Resources of the sandbox itself: the IPC channel, the watchdog, and the ignored signals. */
const OWN_RESOURCES = new Set(['PipeWrap', 'MessagePort', 'SignalWrap']);

/** True if the job left timers, sockets or other handles, which could still run code after the job. */
function isAnythingPending(): boolean {
  return process.getActiveResourcesInfo().some((type) => !OWN_RESOURCES.has(type));
}

type Outcome = { kind: 'answer'; json: string } | { kind: 'error'; message: string };

async function answer(
  job: never,
  work: (job: never) => unknown,
  { max_answer_characters }: SandboxLimits,
): Promise<Outcome> {
  try {
    const json = JSON.stringify((await work(job)) ?? null);
    if (json.length <= max_answer_characters) return { kind: 'answer', json };
    return { kind: 'error', message: `the answer has more than ${max_answer_characters} characters` };
  } catch (error) {
    return {
      kind: 'error',
      message: error instanceof Error ? (error.stack ?? error.message) : String(error),
    };
  }
}
