import { isPlanOutdated } from './connection.ts';

const SERIALIZATION_FAILURE = '40001';
const DEADLOCK_DETECTED = '40P01';
const LOCK_NOT_AVAILABLE = '55P03';
/** The last one is how a pooler tells that its server is gone. */
const CONNECTION_LOST = new Set(['CONNECTION_CLOSED', 'ECONNRESET', 'EPIPE', '57P01', '57P02', '08P01']);

/** True if the transaction may be run again from its beginning. */
export function isWorthRetrying(error: unknown): boolean {
  const code = errorCode(error);
  const is_asked_to = code === SERIALIZATION_FAILURE || code === DEADLOCK_DETECTED;
  return is_asked_to || isConnectionLoss(error) || isPlanOutdated(error);
}

export function isConnectionLoss(error: unknown): boolean {
  return CONNECTION_LOST.has(errorCode(error) ?? '');
}

/** True if the database cannot be reached: no connection, or a server that starts, stops or has no free slot. */
export function isDatabaseUnavailable(error: unknown): boolean {
  return /^(CONNECT|ECONNRE|EPIPE|08|57P|53300)/.test(errorCode(error) ?? '');
}

/** True if a statement waited too long for the lock of another transaction, so that it wrote nothing. */
export function isLockTimeout(error: unknown): boolean {
  return errorCode(error) === LOCK_NOT_AVAILABLE;
}

/** True if the database rejected the values, so that a retry does not help. */
export function isRejected(error: unknown): boolean {
  return /^(21|22|23|44|54|P0)\w{3}$/.test(errorCode(error) ?? '');
}

/** The SQLSTATE of a database error, or the driver's own code for a lost connection. */
export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
