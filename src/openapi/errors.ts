import { STATUS_OF, type FailureCode } from '../lib/errors.ts';
import { errorCodesIn, type ApiResponse, type ResponseHeader, type Schema } from '../lib/schema/openapi.ts';
import { ALLOW, AUTHENTICATE, REQUEST_ID, RETRY_AFTER } from './headers.ts';

/** The meaning of each code, for the reference. */
const MEANING_OF: Record<FailureCode, string> = {
  BAD_REQUEST: 'The input is not valid; `message` names the field, then the rule.',
  CONFLICTING_ALIASES: 'Two names of one field were sent with different values.',
  DISABLED: 'The record exists but is inactive.',
  MISSING_AUTH: 'There is no `Authorization` header, or no token after `Bearer`.',
  INVALID_KEY: 'The header is malformed, or no live key or token matches.',
  INSUFFICIENT_PERMISSIONS: 'The credential is valid but lacks the scope.',
  FORBIDDEN:
    'The credential is valid but not allowed to do this. Only operations that manage users return this code.',
  NOT_ENTITLED: "The skill is not in the account's bundle allocation.",
  NOT_FOUND:
    'The record does not exist, was deleted or belongs to another account. The response does not reveal which.',
  METHOD_NOT_ALLOWED:
    'The path does not support the method. `message` and the `Allow` header list the supported methods.',
  CONFLICT: 'The request conflicts with the current state, such as an address that is already in use.',
  TOO_MANY_REQUESTS:
    'Too many requests or attempts in a short time. `Retry-After` is the number of seconds to wait. Operations below `/v1` return this code only if the installation has a rate limit.',
  INTERNAL_ERROR: 'The service failed. Retry with backoff.',
  invalid_client: 'The client_id or client_secret is wrong, or the app is suspended.',
  invalid_grant:
    'The code or refresh token is wrong, expired or used, the PKCE check failed, or `redirect_uri` differs.',
  invalid_scope: 'None of the requested scopes can be granted, or the request exceeds the granted scopes.',
};

const CODES = Object.keys(MEANING_OF);

/** The schema of every error body. */
export const ERROR: Schema = {
  type: 'object',
  title: 'Error',
  description: 'The body of every error: a code for programs and a message for people.',
  required: ['error', 'message'],
  properties: {
    error: {
      type: 'string',
      description: 'The error code. Base decisions on it.',
      enum: CODES,
      'x-enumDescriptions': MEANING_OF,
      'x-statuses': STATUS_OF,
    },
    message: {
      type: 'string',
      description: 'An explanation for people and logs. The wording may change.',
    },
  },
};

/** Describes the error responses, one per status. */
export function describeErrors(codes: readonly FailureCode[]): Record<string, ApiResponse> {
  const byStatus = [...Map.groupBy(codes, (code) => STATUS_OF[code])];
  const described = byStatus.map(([status, together]): [string, ApiResponse] => [
    String(status),
    describeError(together),
  ]);
  return Object.fromEntries([...described, ['503', UNAVAILABLE]]);
}

function describeError(codes: readonly FailureCode[]): ApiResponse {
  const sentences = codes.map((code) => `\`${code}\`: ${MEANING_OF[code]}`);
  const examples = codes.map((code) => [code, { value: { error: code, message: EXAMPLE_OF[code] } }]);
  return {
    description: sentences.join('\n\n'),
    headers: { ...REQUEST_ID, ...headersOf(codes) },
    content: { 'application/json': { schema: errorSchema(codes), examples: Object.fromEntries(examples) } },
  };
}

function errorSchema(codes: readonly FailureCode[]): Schema {
  const narrowed: Schema = { type: 'object', properties: { error: { type: 'string', enum: codes } } };
  return { allOf: [ERROR, narrowed] };
}

function headersOf(codes: readonly FailureCode[]): Record<string, ResponseHeader> {
  return Object.assign({}, ...codes.map((code) => HEADERS_OF[code] ?? {}));
}

const HEADERS_OF: Partial<Record<FailureCode, Record<string, ResponseHeader>>> = {
  MISSING_AUTH: AUTHENTICATE,
  INVALID_KEY: AUTHENTICATE,
  invalid_client: AUTHENTICATE,
  METHOD_NOT_ALLOWED: ALLOW,
  TOO_MANY_REQUESTS: RETRY_AFTER,
};

const UNAVAILABLE: ApiResponse = {
  description:
    'The service is overloaded or its database is unavailable. Nothing was written. The response has no body. Retry ' +
    'after `Retry-After`.',
  headers: { ...REQUEST_ID, ...RETRY_AFTER },
};

/** The name of a response that several operations share. */
export function responseName({ content }: ApiResponse): string {
  const codes = content?.['application/json']
    ? errorCodesIn(content['application/json'].schema)
    : ['UNAVAILABLE'];
  return codes.map(pascalCase).join('Or');
}

function pascalCase(code: string): string {
  const words = code.toLowerCase().split('_');
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
}

const EXAMPLE_OF: Record<FailureCode, string> = {
  BAD_REQUEST: 'title: required',
  CONFLICTING_ALIASES: 'procedure_count: differs from its alias procedures_count',
  DISABLED: 'skill_id: the skill is inactive',
  MISSING_AUTH: 'Authorization: send "Bearer <API key or access token>"',
  INVALID_KEY: 'The key or token is not valid',
  INSUFFICIENT_PERMISSIONS: 'This needs the scope write:tasks',
  FORBIDDEN: 'This needs the scope manage:users',
  NOT_ENTITLED: "skill_id: not in the account's bundle allocation",
  NOT_FOUND: 'Task not found',
  METHOD_NOT_ALLOWED: 'PUT is not accepted here, only GET, POST, PATCH',
  CONFLICT: 'Idempotency-Key: a request with this key is still running',
  TOO_MANY_REQUESTS: 'code: too many wrong attempts; try again later',
  INTERNAL_ERROR: 'The request took too long; try again',
  invalid_client: 'The client_id or client_secret is wrong',
  invalid_grant: 'code: wrong, expired or used',
  invalid_scope: 'scope: exceeds the granted scopes',
};
