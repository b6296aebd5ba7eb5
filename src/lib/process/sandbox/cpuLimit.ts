import { createContext, Script } from 'node:vm';

/** The work was interrupted because it exceeded its processor time. */
export class CpuLimitExceeded extends Error {}

const sandbox: { work: () => void } = { work: () => {} };
const context = createContext(sandbox);
const script = new Script('work()');
/** The timer measures wall time, of which a busy machine gives a process only a part. */
const MAX_ATTEMPTS = 3;

/** Interrupts synchronous work above its processor time and keeps the process; the work must be repeatable. */
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

/** The error comes from the context's realm and is no instance of our Error. */
function isTimeout(error: unknown): boolean {
  return Object(error).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
}
