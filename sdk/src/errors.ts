import type { ErrorCode } from './records.ts';

/**
 * The base class of all errors that this package throws. The reason of an aborted signal is thrown unchanged instead.
 */
export class TenantOpsError extends Error {
  override name = 'TenantOpsError';
}

/** The service could not be reached, or the connection was closed before the end of the answer. */
export class ConnectionError extends TenantOpsError {
  override name = 'ConnectionError';
}

/** The answer took longer than `timeoutMs`. */
export class TimeoutError extends ConnectionError {
  override name = 'TimeoutError';
}

export type ErrorAnswer = {
  status: number;
  code: ErrorCode | undefined;
  message: string;
  requestId: string | undefined;
  retryAfterSeconds: number | undefined;
};

/** The service answered with an error status. */
export class ApiError extends TenantOpsError {
  override name = 'ApiError';
  readonly status: number;
  /** The error code. Undefined if a proxy answered instead of the service. */
  readonly code: ErrorCode | undefined;
  /** The id of the request in the logs of the service. */
  readonly requestId: string | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor({ status, code, message, requestId, retryAfterSeconds }: ErrorAnswer) {
    super(message);
    this.status = status;
    this.code = code;
    this.requestId = requestId;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** 400: the request is invalid. The message names the field, then the rule. */
export class BadRequestError extends ApiError {
  override name = 'BadRequestError';
}

/** 401: the key or token is missing, invalid, expired or revoked. */
export class AuthenticationError extends ApiError {
  override name = 'AuthenticationError';
}

/** 403: the credential lacks a scope, or the account has no access to the skill. */
export class PermissionError extends ApiError {
  override name = 'PermissionError';
}

/** 404: the record does not exist, is deleted, or belongs to another account. */
export class NotFoundError extends ApiError {
  override name = 'NotFoundError';
}

/** 409: the request conflicts with an existing record. */
export class ConflictError extends ApiError {
  override name = 'ConflictError';
}

/** 429: too many requests; retry after `retryAfterSeconds`. */
export class RateLimitError extends ApiError {
  override name = 'RateLimitError';
}

/** 5xx: the service failed. Thrown after all retries. */
export class ServerError extends ApiError {
  override name = 'ServerError';
}

/**
 * The user refused the connection, the redirect belongs to a different authorization, or the tokens could not be
 * refreshed.
 */
export class AuthorizationError extends TenantOpsError {
  override name = 'AuthorizationError';
  /**
   * An OAuth error code such as `access_denied`, or one of `state_mismatch`, `issuer_mismatch`, `missing_code` and
   * `refresh_failed`.
   */
  readonly code: string;

  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

export type VerificationFault = 'missing_headers' | 'old_timestamp' | 'wrong_signature' | 'wrong_body';

/** The signature of a delivery is invalid, or its timestamp is too old or too far in the future. */
export class WebhookVerificationError extends TenantOpsError {
  override name = 'WebhookVerificationError';
  readonly code: VerificationFault;

  constructor(code: VerificationFault, message: string) {
    super(message);
    this.code = code;
  }
}

const BY_STATUS: Record<number, typeof ApiError> = {
  400: BadRequestError,
  401: AuthenticationError,
  403: PermissionError,
  404: NotFoundError,
  409: ConflictError,
  429: RateLimitError,
};

export function apiError(failing: ErrorAnswer): ApiError {
  const Kind = BY_STATUS[failing.status] ?? (failing.status >= 500 ? ServerError : ApiError);
  return new Kind(failing);
}
