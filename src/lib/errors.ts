import type { Reason, ReasonValues } from './text/reasons.ts';

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
  TOO_MANY_REQUESTS: 429,
  INTERNAL_ERROR: 500,
  invalid_client: 401,
  invalid_grant: 400,
  invalid_scope: 400,
} as const;

export type FailureCode = keyof typeof STATUS_OF;

/** The meaning of each code, for the reference. */
export const MEANING_OF: Record<FailureCode, string> = {
  BAD_REQUEST: 'The input is not valid; `message` names the field, then the rule.',
  CONFLICTING_ALIASES: 'Two names of one field were sent with different values.',
  DISABLED: 'The record exists but is inactive.',
  MISSING_AUTH: 'There is no `Authorization` header, or nothing behind `Bearer`.',
  INVALID_KEY: 'The header is malformed, or no live key or token matches.',
  INSUFFICIENT_PERMISSIONS: 'The credential is valid but lacks the scope.',
  FORBIDDEN: 'The credential is valid but may not do this; said by operations that manage people.',
  NOT_ENTITLED: "The skill is not in the account's bundle allocation.",
  NOT_FOUND: 'The record is missing, deleted, or of another account: which one is not revealed.',
  METHOD_NOT_ALLOWED: 'The path takes other methods; `message` and the `Allow` header list them.',
  CONFLICT: 'It collides with what is already there, such as an address that is taken.',
  TOO_MANY_REQUESTS:
    'Too much of it in a short time; `Retry-After` names the seconds to wait. `/v1` says it only where the installation limits how often a key or an account may ask.',
  INTERNAL_ERROR: 'Something failed on our side; try again with backoff.',
  invalid_client: 'The client_id or client_secret is wrong, or the app is suspended.',
  invalid_grant:
    'The code or refresh token is wrong, expired or used, the PKCE check failed, or `redirect_uri` differs.',
  invalid_scope: 'None of the scopes may be given, or more were asked for than the customer granted.',
};

/** A refusal as data: the member, the rule that it breaks, and what the rule compares with. */
export type FailureDetails = {
  /** Null where no member of the input is at fault. */
  path: string | null;
  rule: string;
  /** The limit of a rule of a schema. */
  limit: string | number | readonly string[] | null;
  /** The values in the words of a reason. */
  values?: ReasonValues;
};

/** A failure whose message is shown to the caller. */
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

/** The records that may be missing, as messages name them. */
export type Noun =
  | 'Account'
  | 'App'
  | 'Bundle'
  | 'Connection'
  | 'Deletion'
  | 'Deletion of the account'
  | 'Delivery'
  | 'Document'
  | 'Empty collection'
  | 'Endpoint'
  | 'File'
  | 'Form'
  | 'Inbox'
  | 'Integration'
  | 'Invitation'
  | 'Invited member of the staff'
  | 'Invited user'
  | 'Key'
  | 'Link'
  | 'Logo'
  | 'Mail'
  | 'Page'
  | 'Pairing code'
  | 'Path'
  | 'Person'
  | 'Procedure'
  | 'Request'
  | 'Retry'
  | 'Seat'
  | 'Session'
  | 'Sign-in'
  | 'Skill'
  | 'Staff'
  | 'Submission'
  | 'Task'
  | 'User'
  | 'Waiting deletion';

/** A failure for a reason; the message names the member, then the rule: `config.url: must begin with https://`. */
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
export const required = (path: string, message = `${path}: required`) =>
  invalidInput({ path, rule: 'required', limit: null }, message);
export const badRequest = (path: string | null, reason: Reason) => failureOf('BAD_REQUEST', path, reason);
export const forbidden = (path: string | null, reason: Reason) => failureOf('FORBIDDEN', path, reason);
export const notFound = (noun: Noun) =>
  new Failure('NOT_FOUND', `${noun} not found`, {}, { path: null, rule: 'not_found', limit: noun });
export const conflict = (path: string | null, reason: Reason) => failureOf('CONFLICT', path, reason);
/** `wait_ms` is sent as `Retry-After`. */
export const tooManyRequests = (path: string | null, reason: Reason, wait_ms: number) =>
  failureOf('TOO_MANY_REQUESTS', path, reason, {
    'Retry-After': String(Math.max(1, Math.ceil(wait_ms / 1000))),
  });
export const internalError = (reason: Reason) => failureOf('INTERNAL_ERROR', null, reason);
