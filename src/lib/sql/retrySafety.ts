import { AsyncLocalStorage } from 'node:async_hooks';

const unserved = new WeakSet<object>();

/** Notes a failure after which nothing was written, so that the same may be asked again. */
export function markRetrySafe<Fault>(error: Fault): Fault {
  if (error instanceof Error) unserved.add(error);
  return error;
}

/** Takes the note back where something was done before, or may have been. */
export function unmarkRetrySafe<Fault>(error: Fault): Fault {
  if (error instanceof Error) unserved.delete(error);
  return error;
}

/** True when the database was unavailable or too busy, and the request wrote nothing. */
export function isRetrySafe(error: unknown): boolean {
  return error instanceof Error && unserved.has(error);
}

/**
 * The one table of transient failures: SQLSTATEs, of a class or whole, and codes of the operating system and the driver.
 * After those of the first list the server has rolled back. Those of the second list end the connection, so a COMMIT that
 * was sent may have landed.
 */
const ROLLED_BACK = [
  '25006', // read_only_sql_transaction: a standby, or a server that only reads
  '40001', // serialization_failure, also a conflict with recovery
  '40P01', // deadlock_detected
  '53', // insufficient resources: disk full, out of memory, too many connections
  '55P03', // lock_not_available: another transaction held the row for too long
  '57014', // query_canceled: the statement's limit
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
  '57P', // admin_shutdown, crash_shutdown, cannot_connect_now: a server that stops, restarts or starts
];
/** The answer of a file store that is unavailable or overloaded: 5xx or 429. */
export const STORE_UNAVAILABLE = 'STORE_UNAVAILABLE';
/**
 * The disk with files is full, the process has no descriptor left, or the file store does not answer. Codes of undici are
 * those of a connection that does not open, falls silent or closes.
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
/** The server ends the connection with these, whatever their code says. */
const ENDING = ['FATAL', 'PANIC'];

/** Notes a transient failure of a statement or transaction, unless it may have been written before. */
export function markIfTransient(error: unknown, may_be_written: boolean): void {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const severity = error instanceof Error && 'severity' in error ? String(error.severity) : '';
  const isIn = (codes: readonly string[]) => codes.some((one) => code.startsWith(one));
  const is_rolled_back = isIn(ROLLED_BACK) && !(may_be_written && ENDING.includes(severity));
  const is_before = (isIn(CONNECTION_ENDED) || isIn(STORAGE)) && !may_be_written;
  if (is_rolled_back || is_before) markRetrySafe(error);
}

/** Runs work of which nothing is left when it fails, such as a file that no record names yet. */
export async function withRetrySafeFailures<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    markIfTransient(error, false);
    throw error;
  }
}

const of_file_store = new WeakSet<object>();

/** Runs work of the file store, which leaves nothing when it fails, and notes its failures as those of the store. */
export async function runInFileStore<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await withRetrySafeFailures(work);
  } catch (error) {
    throw noteFileStore(error);
  }
}

/** Rows of the file store that are read one by one. */
export async function* readFileStoreRows<T>(rows: AsyncIterable<T>): AsyncGenerator<T> {
  try {
    yield* rows;
  } catch (error) {
    markIfTransient(error, false);
    throw noteFileStore(error);
  }
}

function noteFileStore(error: unknown): unknown {
  if (error instanceof Error) of_file_store.add(error);
  return error;
}

/** True if the file store failed and not the database, whose codes may be the same. */
export function isFileStoreFailure(error: unknown): boolean {
  return error instanceof Error && of_file_store.has(error);
}

const WRITING = /\b(?:insert|update|delete|merge|call|pg_notify)\b/i;

/** True for a statement that may write; a statement that locks rows counts as one. */
export function mayStatementWrite(text: string): boolean {
  return WRITING.test(text);
}

/** The request that the current code runs for, and if it may have written something. */
const requestWrites = new AsyncLocalStorage<{ has_written: boolean }>();

/** Runs a request. A failure after its first write is not marked as safe to retry. */
export function trackRequestWrites<T>(work: () => Promise<T>): Promise<T> {
  const state = { has_written: false };
  return requestWrites.run(state, work).catch((error: unknown) => {
    throw state.has_written ? unmarkRetrySafe(error) : error;
  });
}

/**
 * Runs work that writes only what the service needs for itself, such as the claim of an idempotency key: whatever became
 * of it, the request has written nothing.
 */
export function runApartFromRequest<T>(work: () => Promise<T>): Promise<T> {
  return requestWrites.run({ has_written: false }, () => withRetrySafeFailures(work));
}

/** Runs work that is shared by requests: its writes are recorded for none of them. */
export function runOutsideRequests<T>(work: () => T): T {
  return requestWrites.exit(work);
}

/** Notes that something of it is written. */
export function recordRequestWrite(): void {
  const state = requestWrites.getStore();
  if (state) state.has_written = true;
}
