/** The one table of codes, in the order of the specification, each with the status that carries it. */
export const STATUS_OF = {
  BAD_REQUEST: 400,
  CONFLICTING_ALIASES: 400,
  DISABLED: 400,
  MISSING_AUTH: 401,
  INVALID_KEY: 401,
  INSUFFICIENT_PERMISSIONS: 403,
  FORBIDDEN: 403,
  NOT_ENTITLED: 403,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  CONFLICT: 409,
  INTERNAL_ERROR: 500,
} as const;

export type FailureCode = keyof typeof STATUS_OF;

/** A failure whose message the caller may read. */
export class Failure extends Error {
  readonly code: FailureCode;
  readonly headers: Record<string, string>;

  constructor(code: FailureCode, message: string, headers: Record<string, string> = {}) {
    super(message);
    this.name = 'Failure';
    this.code = code;
    this.headers = headers;
  }
}

export const badRequest = (message: string) => new Failure('BAD_REQUEST', message);
export const notFound = (noun: string) => new Failure('NOT_FOUND', `${noun} not found`);
export const conflict = (message: string) => new Failure('CONFLICT', message);
export const internalError = (message: string) => new Failure('INTERNAL_ERROR', message);
