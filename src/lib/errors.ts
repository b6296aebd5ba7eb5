import type { Reason, ReasonValues } from './text/reasons.ts';

/** All error codes in the order of the specification, with the HTTP status of each. */
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
  TOO_MANY_REQUESTS: 429,
  INTERNAL_ERROR: 500,
  invalid_client: 401,
  invalid_grant: 400,
  invalid_scope: 400,
} as const;

export type FailureCode = keyof typeof STATUS_OF;

/** An error as data: the member, the violated rule, and the limit of the rule. */
export type FailureDetails = {
  /** Null if the error concerns no single member of the input. */
  path: string | null;
  rule: string;
  /** The limit of a schema rule, such as the maximum length. */
  limit: string | number | readonly string[] | null;
  /** The values that the translated text of a reason contains. */
  values?: ReasonValues;
  conflict?: EditConflict;
};

/** The members of a record that another edit changed, with their current values and the last editor. */
export type EditConflict = {
  /** `name` is the text to show for a value that is an id or a list of ids. */
  members: readonly { member: string; current: unknown; name?: string }[];
  changed_by: { kind: string; id: string | null; name: string | null } | null;
  changed_at: string | null;
};

/** An error whose message is shown to the caller. */
export class Failure extends Error {
  readonly code: FailureCode;
  readonly headers: Record<string, string>;
  readonly details: FailureDetails | undefined;

  constructor(
    code: FailureCode,
    message: string,
    headers: Record<string, string> = {},
    details?: FailureDetails,
  ) {
    super(message);
    this.name = 'Failure';
    this.code = code;
    this.headers = headers;
    this.details = details;
  }
}

/**
 * Creates a Failure from a reason. The message contains the member and the rule: `config.url: must begin with
 * https://`.
 */
export function failureOf(
  code: FailureCode,
  path: string | null,
  reason: Reason,
  headers: Record<string, string> = {},
): Failure {
  const message = path === null ? reason.text : `${path}: ${reason.text}`;
  return new Failure(code, message, headers, detailsOf(path, reason));
}

export function detailsOf(path: string | null, { rule, values }: Reason): FailureDetails | undefined {
  if (rule === null) return undefined;
  return { path, rule, limit: null, ...(Object.keys(values).length > 0 && { values }) };
}

export const invalidInput = (details: FailureDetails, message: string) =>
  new Failure('BAD_REQUEST', message, {}, details);
export const missingMember = (path: string, message = `${path}: required`) =>
  invalidInput({ path, rule: 'required', limit: null }, message);
export const badRequest = (path: string | null, reason: Reason) => failureOf('BAD_REQUEST', path, reason);
export const forbidden = (path: string | null, reason: Reason) => failureOf('FORBIDDEN', path, reason);
/** `record` names the missing record in the message. */
export const recordNotFound = (record: string) =>
  new Failure('NOT_FOUND', `${record} not found`, {}, { path: null, rule: 'not_found', limit: record });
export const conflict = (path: string | null, reason: Reason) => failureOf('CONFLICT', path, reason);
/** `wait_ms` is sent as the `Retry-After` header. */
export const tooManyRequests = (path: string | null, reason: Reason, wait_ms: number) =>
  failureOf('TOO_MANY_REQUESTS', path, reason, {
    'Retry-After': String(Math.max(1, Math.ceil(wait_ms / 1000))),
  });
export const internalError = (reason: Reason) => failureOf('INTERNAL_ERROR', null, reason);
