import type { TSchema } from '../lib/schema/type.ts';
import type { Door } from '../doors/declaration.ts';
import { methodsOf, type Operation, type Method, type Resource } from '../doors/declaration.ts';
import { describeLimits } from '../access/limits/table.ts';
import type { FailureCode } from '../lib/errors.ts';
import type {
  ApiDocument,
  ApiOperation,
  ApiResponse,
  Content,
  Parameter,
  PathItem,
  Schema,
  Security,
} from '../lib/schema/openapi.ts';
import { describeCredentials, schemeNameOf, isOAuthScheme } from './credentials.ts';
import { describeErrors, ERROR } from './errors.ts';
import { withExamples } from './examples.ts';
import { IDEMPOTENCY_KEY_PARAMETER, REPLAYED, REQUEST_ID } from './headers.ts';
import { describeResponse, describeInput } from './schemas.ts';
import { describeEvents, EVENTS_TAG } from './webhooks.ts';

export const API_PREFIX = '/v1';
export const OPENAPI_PATH = `${API_PREFIX}/openapi.json`;

/** Builds the OpenAPI document from the declarations of all doors. */
export function describeApi(all: readonly Door[], public_url: string, version: string): ApiDocument {
  const doors = all.filter(({ is_internal }) => !is_internal);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Tenant Ops',
      version,
      description: ABOUT,
      contact: { name: 'Reference', url: `${public_url}/docs` },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: public_url }],
    tags: [...describeTags(doors.flatMap((door) => door.resources)), EVENTS_TAG],
    paths: Object.fromEntries(doors.flatMap(describePaths)),
    webhooks: describeEvents(),
    'x-limits': describeLimits(),
    components: { securitySchemes: describeCredentials(doors, public_url), schemas: { Error: ERROR } },
  };
}

const ABOUT =
  'The operations service of a training platform for AR glasses. Every record belongs to one account. A key or ' +
  'token gives access to the records of its own account only. Every error body has exactly two members, `error` and ' +
  '`message`. Ids are case-insensitive; responses contain them as stored. Sending the current value again is always ' +
  'accepted; only changed values are validated.\n\n' +
  'Lists are paginated: add `limit` to `offset` for the next page, until a page has fewer records than its limit. ' +
  'Retry a 5xx or a broken connection after 1, 5 and 30 seconds, and send a POST with the same `Idempotency-Key`. ' +
  'Retry a 429 or 503 after the number of seconds in `Retry-After`. Do not retry any other error without a change.';

function describeTags(resources: readonly Resource[]): ApiDocument['tags'] {
  return [...Map.groupBy(resources, ({ tag = '' }) => tag)].map(([name, together]) => {
    const description = together.find(({ about }) => about !== undefined)?.about;
    return { name, ...(description !== undefined && { description }) };
  });
}

function describePaths(door: Door): [string, PathItem][] {
  return door.resources.map((resource) => [door.prefix + resource.path, describePath(door, resource)]);
}

function describePath(door: Door, resource: Resource): PathItem {
  const item: Record<string, ApiOperation> = {};
  for (const method of methodsOf(resource)) {
    const operation = resource.operations[method];
    if (operation) item[method.toLowerCase()] = describeOperation(door, method, resource, operation);
  }
  return item;
}

function describeOperation(
  door: Door,
  method: Method,
  resource: Resource,
  operation: Operation,
): ApiOperation {
  const { operation_id, summary = '', description, scope, query, example } = operation;
  const { body, shown_body = body } = operation;
  const is_repeatable = repeatsSafely(method, operation);
  const described: ApiOperation = {
    ...(operation_id !== undefined && { operationId: operation_id }),
    tags: resource.tag === undefined ? [] : [resource.tag],
    summary,
    // Some OpenAPI tools show only the summary or only the description.
    description: [summary, ...(description === undefined ? [] : [description])].join('. '),
    'x-scope': scope,
    security: describeSecurity(door, operation),
    parameters: [
      ...describeQuery(query, example?.query),
      ...(is_repeatable ? [IDEMPOTENCY_KEY_PARAMETER] : []),
    ],
    ...(shown_body && { requestBody: describeBody(shown_body, resource, example?.body) }),
    responses: {
      ...describeAnswer(operation, is_repeatable),
      ...describeErrors(errorsOf(door, method, operation)),
    },
  };
  return withExamples(described, example);
}

/** True if Idempotency-Key applies: to a POST with a credential. */
function repeatsSafely(method: Method, { asks_for }: Operation): boolean {
  return method === 'POST' && asks_for === 'credential';
}

function describeSecurity({ credentials }: Door, { scope, asks_for }: Operation): Security {
  if (asks_for === 'nothing') return [];
  return credentials.map(({ prefix }) => ({
    [schemeNameOf(prefix)]: isOAuthScheme(prefix) && scope ? [scope] : [],
  }));
}

function describeQuery(query: TSchema | undefined, example: Record<string, string> = {}): Parameter[] {
  const { properties = {}, required = [] } = describeInput(query ?? {});
  return Object.entries(properties).map(([name, { description, ...schema }]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    ...(description !== undefined && { description }),
    schema,
    ...(name in example && { example: valueOf(schema, example[name] ?? '') }),
  }));
}

/** Parses the text of a query parameter. */
function valueOf({ type }: Schema, text: string): unknown {
  if (type === 'boolean') return text === 'true';
  return type === 'integer' ? Number(text) : text;
}

function describeBody(
  body: TSchema,
  { takes_forms = false }: Resource,
  example: unknown,
): NonNullable<ApiOperation['requestBody']> {
  const schema = describeInput(body);
  const media = { schema, ...(example !== undefined && { example }) };
  const content: Content = {
    'application/json': media,
    ...(takes_forms && { 'application/x-www-form-urlencoded': media }),
  };
  const forms = schema.oneOf ?? [schema];
  return { required: forms.every(({ required = [] }) => required.length > 0), content };
}

function describeAnswer({ status, answer }: Operation, is_repeatable: boolean): Record<string, ApiResponse> {
  const description = status === 201 ? 'Created' : 'OK';
  const headers = { ...REQUEST_ID, ...(is_repeatable && REPLAYED) };
  const schema = describeResponse(answer);
  return { [status]: { description, headers, content: { [mediaTypeOf(answer)]: { schema } } } };
}

function mediaTypeOf({ contentMediaType }: Schema): 'application/json' | 'text/csv' {
  return contentMediaType === 'text/csv' ? 'text/csv' : 'application/json';
}

/** Lists the error codes of an operation, including the codes that all operations share. */
function errorsOf(door: Door, method: Method, operation: Operation): FailureCode[] {
  const { scope, denied, errors, asks_for } = operation;
  const missingScope: FailureCode[] = scope ? [denied ?? 'INSUFFICIENT_PERMISSIONS'] : [];
  const of_credential: FailureCode[] = ['MISSING_AUTH', 'INVALID_KEY', ...missingScope];
  const is_repeatable = repeatsSafely(method, operation);
  const codes: FailureCode[] = [
    'BAD_REQUEST',
    ...(asks_for === 'nothing' ? [] : of_credential),
    ...(is_repeatable ? ['CONFLICT' as const] : []),
    ...errors,
    'METHOD_NOT_ALLOWED',
    ...(door.is_rate_limited && asks_for === 'credential' ? ['TOO_MANY_REQUESTS' as const] : []),
    'INTERNAL_ERROR',
  ];
  return [...new Set(codes)];
}
