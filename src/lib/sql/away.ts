import { AsyncLocalStorage } from 'node:async_hooks';

const unserved = new WeakSet<object>();

/** Notes a failure after which nothing was written, so that the same may be asked again. */
export function noteUnserved<Fault>(error: Fault): Fault {
  if (error instanceof Error) unserved.add(error);
  return error;
}

/** Takes the note back where something was done before, or may have been. */
export function noteServed<Fault>(error: Fault): Fault {
  if (error instanceof Error) unserved.delete(error);
  return error;
}

/** Whether the database was away or had no time, and nothing was written. */
export function isUnserved(error: unknown): boolean {
  return error instanceof Error && unserved.has(error);
}

/** A connection that ended, or a server that stops or fell silent. */
const GONE = /^(?:CONNECTION_CLOSED|SERVER_SILENT|ECONN|EPIPE|ETIMEDOUT|08|57P)/;
/** What a standby answers to every change. */
const READ_ONLY = '25006';

/** Notes the failure of a statement or transaction when the server is gone, unless it may have been written before. */
export function noteIfGone(error: unknown, may_be_written: boolean): void {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === READ_ONLY || (GONE.test(code) && !may_be_written)) noteUnserved(error);
}

const WRITING = /\b(?:insert|update|delete|merge|call|pg_notify)\b/i;

/** Whether a statement may write; one that locks rows counts as such. */
export function mayWrite(text: string): boolean {
  return WRITING.test(text);
}

/** What is asked for at once, of which something may be written already. */
const asked = new AsyncLocalStorage<{ has_written: boolean }>();

/** Runs what is asked for at once: a failure after a first write does not leave nothing written. */
export function askedAtOnce<T>(work: () => Promise<T>): Promise<T> {
  const state = { has_written: false };
  return asked.run(state, work).catch((error: unknown) => {
    throw state.has_written ? noteServed(error) : error;
  });
}

/** Notes that something of it is written. */
export function noteWritten(): void {
  const state = asked.getStore();
  if (state) state.has_written = true;
}
