import { isPlanOutdated } from './connection.ts';

const SERIALIZATION_FAILURE = '40001';
const DEADLOCK_DETECTED = '40P01';
const LOCK_NOT_AVAILABLE = '55P03';
/** SQLSTATEs and codes of a lost connection. Poolers report a lost server as 08P01. */
const CONNECTION_LOST = new Set(['CONNECTION_CLOSED', 'ECONNRESET', 'EPIPE', '57P01', '57P02', '08P01']);

/** True if the whole transaction may be retried. */
export function isWorthRetrying(error: unknown): boolean {
  const code = errorCode(error);
  const is_asked_to = code === SERIALIZATION_FAILURE || code === DEADLOCK_DETECTED;
  return is_asked_to || isConnectionLoss(error) || isPlanOutdated(error);
}

export function isConnectionLoss(error: unknown): boolean {
  return CONNECTION_LOST.has(errorCode(error) ?? '');
}

/**
 * True if the database is unavailable: the connection was refused or lost, the server starts or stops, or no connection
 * is free.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  return /^(CONNECT|ECONNRE|EPIPE|08|57P|53300)/.test(errorCode(error) ?? '');
}

/** True if lock_timeout expired: the statement wrote nothing. */
export function isLockTimeout(error: unknown): boolean {
  return errorCode(error) === LOCK_NOT_AVAILABLE;
}

/** True if the values of the statement caused the error, so that a retry fails again. */
export function isRejected(error: unknown): boolean {
  return /^(21|22|23|44|54|P0)\w{3}$/.test(errorCode(error) ?? '');
}

/** Returns the SQLSTATE of a database error, or the error code of the driver or the operating system. */
export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
