/*
 * Enforces the limits of a sandbox process. It runs in its own thread, so that the limits apply while the main thread
 * computes, while the parent is busy, and after the parent was killed. It is plain JavaScript, because a TypeScript
 * thread needs 10 MB and 30 ms more.
 */
import { workerData } from 'node:worker_threads';

const CHECK_EVERY_MS = 25;

/**
 * @type {{
 *   job_counter: Int32Array, parent_pid: number, rss_bytes: number, cpu_ms: number, cpu_signal: NodeJS.Signals
 * }}
 */
const { job_counter, parent_pid, rss_bytes, cpu_ms, cpu_signal } = workerData;
let job = 0;
let cpu_at_start = process.cpuUsage();

setInterval(() => {
  if (process.ppid !== parent_pid || process.memoryUsage.rss() > rss_bytes)
    process.kill(process.pid, 'SIGKILL');
  const current = Atomics.load(job_counter, 0);
  if (current !== job) [job, cpu_at_start] = [current, process.cpuUsage()];
  // The counter is odd while a job runs.
  if (job % 2 === 0) return;
  const { user, system } = process.cpuUsage(cpu_at_start);
  if ((user + system) / 1_000 > cpu_ms) process.kill(process.pid, cpu_signal);
}, CHECK_EVERY_MS);
