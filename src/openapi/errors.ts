import { MEANING_OF, STATUS_OF, type FailureCode } from '../lib/errors.ts';
import { codesIn, type ApiResponse, type Header, type Schema } from '../lib/schema/openapi.ts';
import { ALLOW, AUTHENTICATE, REQUEST_ID, RETRY_AFTER } from './headers.ts';

const CODES = Object.keys(MEANING_OF);

/** The body of every failure. */
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

/** The answers to failures, one for each status. */
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

function headersOf(codes: readonly FailureCode[]): Record<string, Header> {
  return Object.assign({}, ...codes.map((code) => HEADERS_OF[code] ?? {}));
}

const HEADERS_OF: Partial<Record<FailureCode, Record<string, Header>>> = {
  MISSING_AUTH: AUTHENTICATE,
  INVALID_KEY: AUTHENTICATE,
  invalid_client: AUTHENTICATE,
  METHOD_NOT_ALLOWED: ALLOW,
  TOO_MANY_REQUESTS: RETRY_AFTER,
};

const UNAVAILABLE: ApiResponse = {
  description:
    'The service is overloaded or its database is away: nothing was written, and there is no body. Try again ' +
    'after `Retry-After`.',
  headers: { ...REQUEST_ID, ...RETRY_AFTER },
};

/** The name of a response that several operations share. */
export function responseName({ content }: ApiResponse): string {
  const codes = content?.['application/json'] ? codesIn(content['application/json'].schema) : ['UNAVAILABLE'];
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
  TOO_MANY_REQUESTS: 'code: too many wrong ones, try again later',
  INTERNAL_ERROR: 'The request took too long, try again',
  invalid_client: 'The client_id or client_secret is wrong',
  invalid_grant: 'code: wrong, expired or used',
  invalid_scope: 'scope: more than was granted',
};
