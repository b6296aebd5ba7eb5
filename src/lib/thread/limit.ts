import { createContext, Script } from 'node:vm';

/** The work was ended, wherever it stood. */
export class TookTooLong extends Error {}

const sandbox: { work: () => void } = { work: () => {} };
const context = createContext(sandbox);
const script = new Script('work()');
/** Counts the processor time of the work itself, since a busy machine gives a thread less. */
const MOST_TRIES = 3;

/** Ends work above its processor time without ending the thread; the work must be repeatable. */
export function runWithin<T>(cpu_ms: number, work: () => T): T {
  for (let round = 0; round < MOST_TRIES; round++) {
    const before = process.threadCpuUsage();
    const result = attempt(cpu_ms * 2 ** round, work);
    if (result) return result.value;
    const { user, system } = process.threadCpuUsage(before);
    if ((user + system) / 1_000 >= cpu_ms * 0.8) break;
  }
  throw new TookTooLong();
}

function attempt<T>(within_ms: number, work: () => T): { value: T } | undefined {
  let result: { value: T } | undefined;
  sandbox.work = () => void (result = { value: work() });
  try {
    script.runInContext(context, { timeout: within_ms });
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
