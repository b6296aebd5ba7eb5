import type { ErrorCode } from './records.ts';

/** Everything that this package throws, but for the reason of an abort, which is thrown as it was given. */
export class TenantOpsError extends Error {
  override name = 'TenantOpsError';
}

/** The service could not be reached, or its answer broke off. */
export class ConnectionError extends TenantOpsError {
  override name = 'ConnectionError';
}

/** The answer took longer than `timeoutMs`. */
export class TimeoutError extends ConnectionError {
  override name = 'TimeoutError';
}

export type Failing = {
  status: number;
  code: ErrorCode | undefined;
  message: string;
  requestId: string | undefined;
  retryAfterSeconds: number | undefined;
};

/** The service answered with a failure. */
export class ApiError extends TenantOpsError {
  override name = 'ApiError';
  readonly status: number;
  /** The error code. Undefined if a proxy answered instead of the service. */
  readonly code: ErrorCode | undefined;
  /** The id of the request in the logs of the service. */
  readonly requestId: string | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor({ status, code, message, requestId, retryAfterSeconds }: Failing) {
    super(message);
    this.status = status;
    this.code = code;
    this.requestId = requestId;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** 400: the message names the field, then the rule. */
export class BadRequestError extends ApiError {
  override name = 'BadRequestError';
}

/** 401: no live key or token. */
export class AuthenticationError extends ApiError {
  override name = 'AuthenticationError';
}

/** 403: the credential lacks a scope, or the account the skill. */
export class PermissionError extends ApiError {
  override name = 'PermissionError';
}

/** 404: the record is missing, deleted, or of another account. */
export class NotFoundError extends ApiError {
  override name = 'NotFoundError';
}

/** 409: it collides with what is there; look that up. */
export class ConflictError extends ApiError {
  override name = 'ConflictError';
}

/** 429: come back after `retryAfterSeconds`. */
export class RateLimitError extends ApiError {
  override name = 'RateLimitError';
}

/** 5xx, after the retries. */
export class ServerError extends ApiError {
  override name = 'ServerError';
}

/** A connection was refused, its callback belongs to another one, or its tokens could not be refreshed. */
export class AuthorizationError extends TenantOpsError {
  override name = 'AuthorizationError';
  /** `access_denied` and its like, or `state_mismatch`, `issuer_mismatch`, `missing_code`, `refresh_failed`. */
  readonly code: string;

  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

export type VerificationFault = 'missing_headers' | 'old_timestamp' | 'wrong_signature' | 'wrong_body';

/** A delivery is not what the service sent, or not fresh. */
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

export function apiError(failing: Failing): ApiError {
  const Kind = BY_STATUS[failing.status] ?? (failing.status >= 500 ? ServerError : ApiError);
  return new Kind(failing);
}
