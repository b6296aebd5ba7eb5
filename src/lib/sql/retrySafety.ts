import { AsyncLocalStorage } from 'node:async_hooks';

/*
 * Decides which errors allow the client to repeat the request (503 with Retry-After). A repeated request must not write
 * twice, so an error is retry-safe only if the request has certainly written nothing. Each error is marked where it
 * occurs, by its code; the mark is removed if an earlier step of the request has written. A lost answer to COMMIT is
 * not retry-safe: such a request fails with 500.
 */

const retrySafeErrors = new WeakSet<object>();

/** Marks an error as retry-safe: nothing was written, so the client may repeat the request. */
export function markRetrySafe<Fault>(error: Fault): Fault {
  if (error instanceof Error) retrySafeErrors.add(error);
  return error;
}

/** Removes the retry-safe mark, because something was or may have been written. */
export function unmarkRetrySafe<Fault>(error: Fault): Fault {
  if (error instanceof Error) retrySafeErrors.delete(error);
  return error;
}

/** True if the request has certainly written nothing, so that the client may repeat it. */
export function isRetrySafe(error: unknown): boolean {
  return error instanceof Error && retrySafeErrors.has(error);
}

/**
 * The transient failures: SQLSTATEs or their prefixes, and error codes of the operating system and the driver. After an
 * error in ROLLED_BACK the server has rolled back. An error in CONNECTION_ENDED ends the connection, so a COMMIT that
 * was already sent may have succeeded.
 */
const ROLLED_BACK = [
  '25006', // read_only_sql_transaction: a standby or a read-only server
  '40001', // serialization_failure, also for a conflict with recovery on a standby
  '40P01', // deadlock_detected
  '53', // insufficient_resources: disk full, out of memory, too many connections
  '55P03', // lock_not_available: lock_timeout expired
  '57014', // query_canceled: statement_timeout expired
  '58030', // io_error
];
const CONNECTION_ENDED = [
  'CONNECTION_CLOSED',
  'SERVER_SILENT',
  'EAI_AGAIN',
  'ECONN',
  'EHOST',
  'ENET',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
  '08', // connection exceptions
  '25P03', // idle_in_transaction_session_timeout
  '25P04', // transaction_timeout
  '57P', // admin_shutdown, crash_shutdown, cannot_connect_now: the server stops, restarts or starts
];
/** Error code for a file store that answered 5xx or 429. */
export const STORE_UNAVAILABLE = 'STORE_UNAVAILABLE';
/**
 * Error codes of file storage: the disk is full, the process has no free file descriptor, or the object store does not
 * answer. The UND_ERR codes of undici report a connection that does not open, stalls or closes.
 */
const STORAGE = [
  'EDQUOT',
  'EMFILE',
  'ENFILE',
  'ENOSPC',
  STORE_UNAVAILABLE,
  'UND_ERR_BODY_TIMEOUT',
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_SOCKET',
];
/** Severities after which the server closes the connection, whatever the SQLSTATE is. */
const ENDING = ['FATAL', 'PANIC'];

/** Marks a transient error as retry-safe, unless the statement or COMMIT may have taken effect. */
export function markRetrySafeIfTransient(error: unknown, may_be_written: boolean): void {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const severity = error instanceof Error && 'severity' in error ? String(error.severity) : '';
  const isIn = (codes: readonly string[]) => codes.some((one) => code.startsWith(one));
  const is_rolled_back = isIn(ROLLED_BACK) && !(may_be_written && ENDING.includes(severity));
  const is_before = (isIn(CONNECTION_ENDED) || isIn(STORAGE)) && !may_be_written;
  if (is_rolled_back || is_before) markRetrySafe(error);
}

/**
 * Marks transient errors of the work as retry-safe. Only for work that leaves nothing behind if it fails, such as a
 * file that no row references yet.
 */
export async function withRetrySafeFailures<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    markRetrySafeIfTransient(error, false);
    throw error;
  }
}

const of_file_store = new WeakSet<object>();

/**
 * Runs an operation of the file store. Its errors are marked as file-store errors and, if transient, as retry-safe,
 * because a failed operation leaves nothing behind.
 */
export async function runInFileStore<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await withRetrySafeFailures(work);
  } catch (error) {
    throw noteFileStore(error);
  }
}

/** Iterates over rows of the file store and marks errors as `runInFileStore` does. */
export async function* readFileStoreRows<T>(rows: AsyncIterable<T>): AsyncGenerator<T> {
  try {
    yield* rows;
  } catch (error) {
    markRetrySafeIfTransient(error, false);
    throw noteFileStore(error);
  }
}

function noteFileStore(error: unknown): unknown {
  if (error instanceof Error) of_file_store.add(error);
  return error;
}

/** True if the error came from the file store; the database can use the same error codes. */
export function isFileStoreFailure(error: unknown): boolean {
  return error instanceof Error && of_file_store.has(error);
}

const WRITING = /\b(?:insert|update|delete|merge|call|pg_notify)\b/i;

/** True if the statement contains a writing keyword. `select … for update` also counts as a write. */
export function mayStatementWrite(text: string): boolean {
  return WRITING.test(text);
}

/** For the current request: true if it may have written. */
const requestWrites = new AsyncLocalStorage<{ has_written: boolean }>();

/** Runs a request. An error after the first write loses its retry-safe mark. */
export function trackRequestWrites<T>(work: () => Promise<T>): Promise<T> {
  const state = { has_written: false };
  return requestWrites.run(state, work).catch((error: unknown) => {
    throw state.has_written ? unmarkRetrySafe(error) : error;
  });
}

/**
 * Runs work whose writes do not count as writes of the request, such as the claim of an idempotency key. A later error
 * of the request can still be retry-safe.
 */
export function runWithoutWriteTracking<T>(work: () => Promise<T>): Promise<T> {
  return requestWrites.run({ has_written: false }, () => withRetrySafeFailures(work));
}

/** Runs work that several requests share, so that its writes count for no request. */
export function runOutsideRequests<T>(work: () => T): T {
  return requestWrites.exit(work);
}

/** Records that the current request may have written. */
export function recordRequestWrite(): void {
  const state = requestWrites.getStore();
  if (state) state.has_written = true;
}
