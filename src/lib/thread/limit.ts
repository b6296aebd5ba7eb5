import { createContext, Script } from 'node:vm';

/** The work was ended, wherever it stood. */
export class TookTooLong extends Error {}

const sandbox: { work: () => void } = { work: () => {} };
const context = createContext(sandbox);
const script = new Script('work()');
/** A busy machine gives a thread less than it asks for: what counts is what the work itself has used. */
const MOST_TRIES = 3;

/** Ends work that uses more than so much of the processor and keeps the thread; it must be fit to be begun again. */
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

/** It is made in the realm of the context, so that it is no instance of our Error. */
function isTimeout(error: unknown): boolean {
  return Object(error).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
}
