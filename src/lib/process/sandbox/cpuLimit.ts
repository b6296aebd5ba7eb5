import { createContext, Script } from 'node:vm';

/** Thrown if the work exceeded its CPU time. */
export class CpuLimitExceeded extends Error {}

const sandbox: { work: () => void } = { work: () => {} };
const context = createContext(sandbox);
const script = new Script('work()');
/**
 * The timer measures wall time, but a process on a busy machine gets only a part of the CPU. Each attempt doubles the
 * wall time, so that the last one completes the work with a thirtieth of the CPU.
 */
const MAX_ATTEMPTS = 6;

/**
 * Runs synchronous work and throws CpuLimitExceeded above `cpu_ms`; the process continues. The work may run up to
 * MAX_ATTEMPTS times, so it must be repeatable.
 */
export function runWithCpuLimit<T>(cpu_ms: number, work: () => T): T {
  for (let round = 0; round < MAX_ATTEMPTS; round++) {
    const before = process.threadCpuUsage();
    const result = runWithTimeout(cpu_ms * 2 ** round, work);
    if (result) return result.value;
    const { user, system } = process.threadCpuUsage(before);
    if ((user + system) / 1_000 >= cpu_ms * 0.8) break;
  }
  throw new CpuLimitExceeded();
}

function runWithTimeout<T>(timeout_ms: number, work: () => T): { value: T } | undefined {
  let result: { value: T } | undefined;
  sandbox.work = () => void (result = { value: work() });
  try {
    script.runInContext(context, { timeout: timeout_ms });
    return result;
  } catch (error) {
    if (!isTimeout(error)) throw error;
    return undefined;
  } finally {
    sandbox.work = () => {};
  }
}

/** The error comes from another V8 context, so `instanceof Error` is false. */
function isTimeout(error: unknown): boolean {
  return Object(error).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
}
