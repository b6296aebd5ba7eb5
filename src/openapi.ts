import type { TSchema } from 'typebox';
import type { Door } from './doors/declaration.ts';
import { methodsOf, type Operation, type Method, type Resource } from './doors/declaration.ts';
import { SCOPES } from './access/scopes.ts';
import { EVENTS } from './events/catalogue.ts';
import { describeLimits } from './access/limits/table.ts';
import { MEANING_OF, STATUS_OF, type FailureCode } from './lib/errors.ts';
import type {
  ApiDocument,
  ApiOperation,
  ApiResponse,
  Parameter,
  PathItem,
  Schema,
  Security,
  SecurityScheme,
} from './lib/openapi.ts';
import type { TokenPrefix } from './lib/tokens.ts';

export const API_PREFIX = '/v1';
export const OPENAPI_PATH = `${API_PREFIX}/openapi.json`;

/** The OpenAPI document, made from the declarations of all doors. */
export function describeApi(all: readonly Door[], public_url: string, version: string): ApiDocument {
  const doors = all.filter(({ is_internal }) => !is_internal);
  return {
    openapi: '3.1.0',
    info: { title: 'Tenant Ops', version, description: ABOUT, license: { name: 'MIT', identifier: 'MIT' } },
    servers: [{ url: public_url }],
    tags: describeTags(doors.flatMap((door) => door.resources)),
    paths: Object.fromEntries(doors.flatMap(describePaths)),
    webhooks: Object.fromEntries(
      Object.entries(EVENTS).map(([event, { fires_when, data }]) => describeEvent(event, fires_when, data)),
    ),
    'x-limits': describeLimits(),
    components: {
      securitySchemes: describeCredentials(doors),
      schemas: { Error: ERROR_BODY, Scope: SCOPE },
    },
  };
}

const ABOUT =
  'The operations service of a training platform for AR glasses. Every record belongs to one account; a key ' +
  'or token reaches only the records of its own. Every error body has exactly two members, `error` and `message`. ' +
  'An id may be written in capitals; answers carry it as it is stored. What stands may be sent again: only a ' +
  'change is checked.';

const ERROR_BODY: Schema = {
  type: 'object',
  required: ['error', 'message'],
  properties: {
    error: {
      type: 'string',
      description: 'The code: decide by this.',
      oneOf: Object.entries(MEANING_OF).map(([code, description]) => ({
        const: code,
        description,
        'x-status': statusOf(code),
      })),
    },
    message: { type: 'string', description: 'What went wrong in words, for people and logs.' },
  },
  additionalProperties: false,
};

function statusOf(code: string): number {
  const found = Object.entries(STATUS_OF).find(([name]) => name === code);
  return found?.[1] ?? STATUS_OF.INTERNAL_ERROR;
}

const SCOPE: Schema = {
  type: 'string',
  oneOf: Object.entries(SCOPES).map(([scope, description]) => ({ const: scope, description })),
};

function describeTags(resources: readonly Resource[]): ApiDocument['tags'] {
  return [...Map.groupBy(resources, ({ tag }) => tag)].map(([name, together]) => {
    const description = together.find(({ about }) => about !== undefined)?.about;
    return { name, ...(description !== undefined && { description }) };
  });
}

const CREDENTIALS: Partial<Record<TokenPrefix, { name: string; description: string }>> = {
  tak_: {
    name: 'apiKey',
    description: 'An API key, made in the dashboard with the scopes it needs. It is valid until revoked.',
  },
  tao_: {
    name: 'accessToken',
    description:
      'An OAuth access token, given to an app that a customer connected. It is valid for one hour and holds ' +
      'only scopes that were both asked for and allowed for the app.',
  },
  tad_: {
    name: 'deviceToken',
    description: 'The token of a seat, given to its device when they are paired.',
  },
  tai_: { name: 'integrationSecret', description: 'The secret of one integration, made in the dashboard.' },
};

function describeCredentials(doors: readonly Door[]): Record<string, SecurityScheme> {
  const prefixes = new Set(doors.flatMap((door) => door.credentials.map(({ prefix }) => prefix)));
  const schemes = [...prefixes].map((prefix): [string, SecurityScheme] => [
    schemeOf(prefix),
    {
      type: 'http',
      scheme: 'bearer',
      bearerFormat: `${prefix}…`,
      description: CREDENTIALS[prefix]?.description ?? '',
    },
  ]);
  return Object.fromEntries(schemes);
}

function schemeOf(prefix: TokenPrefix): string {
  return CREDENTIALS[prefix]?.name ?? prefix;
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
  const { summary, description, scope, query, body, example } = operation;
  return {
    operationId: operationIdOf(door, method, resource),
    tags: [resource.tag],
    summary,
    ...(description !== undefined && { description }),
    'x-scope': scope,
    security: describeSecurity(door, operation),
    parameters: [
      ...describeQuery(query, example?.query),
      ...(repeatsSafely(method, operation) ? [IDEMPOTENCY_KEY] : []),
    ],
    ...(body && { requestBody: describeBody(body, example?.body) }),
    responses: { ...describeAnswer(operation), ...describeErrors(errorsOf(method, operation)) },
  };
}

/** Operation ids: method and path for the public API, with the door's name for others. */
function operationIdOf({ prefix }: Door, method: Method, { path }: Resource): string {
  const words = prefix === API_PREFIX ? path : prefix + path;
  return method.toLowerCase() + words.replaceAll(/[-/]+(\w?)/g, (_, first: string) => first.toUpperCase());
}

/** Whether Idempotency-Key applies: it needs a credential. */
function repeatsSafely(method: Method, { asks_for }: Operation): boolean {
  return method === 'POST' && asks_for === 'credential';
}

function describeSecurity({ credentials }: Door, { scope, asks_for }: Operation): Security {
  if (asks_for === 'nothing') return [];
  return credentials.map(({ prefix }) => ({ [schemeOf(prefix)]: scope === null ? [] : [scope] }));
}

const IDEMPOTENCY_KEY: Parameter = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'The same key and body within 24 hours get the first answer again, with `Idempotent-Replayed: true`.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
};

function describeQuery(query: TSchema | undefined, example: Record<string, string> = {}): Parameter[] {
  const { properties = {}, required = [] } = asSent(query ?? {});
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    ...(schema.description !== undefined && { description: schema.description }),
    schema,
    ...(name in example && { example: example[name] }),
  }));
}

function describeBody(body: TSchema, example: unknown): NonNullable<ApiOperation['requestBody']> {
  const schema = asSent(body);
  const content = { schema, ...(example !== undefined && { example }) };
  return { required: (schema.required ?? []).length > 0, content: { 'application/json': content } };
}

/** A member with a default is not required of callers. */
function asSent(schema: Schema): Schema {
  const { properties, required } = schema;
  if (!properties || !required) return schema;
  return { ...schema, required: required.filter((name) => properties[name]?.default === undefined) };
}

function describeAnswer({ status, answer }: Operation): Record<string, ApiResponse> {
  const description = status === 201 ? 'Created' : 'OK';
  return { [status]: { description, content: { 'application/json': { schema: answer } } } };
}

/** Errors of all operations, then those of this one. */
function errorsOf(method: Method, operation: Operation): FailureCode[] {
  const { scope, denied, errors } = operation;
  if (operation.asks_for === 'nothing') return ['BAD_REQUEST', ...errors, 'INTERNAL_ERROR'];
  const missingScope: FailureCode[] = scope ? [denied ?? 'INSUFFICIENT_PERMISSIONS'] : [];
  const always: FailureCode[] = [
    'BAD_REQUEST',
    'MISSING_AUTH',
    'INVALID_KEY',
    ...missingScope,
    'INTERNAL_ERROR',
  ];
  const onPost: FailureCode[] = method === 'POST' ? ['CONFLICT'] : [];
  return [...new Set([...always, ...onPost, ...errors])];
}

function describeErrors(codes: readonly FailureCode[]): Record<string, ApiResponse> {
  const byStatus = Map.groupBy(codes, (code) => STATUS_OF[code]);
  const described = [...byStatus]
    .toSorted(([a], [b]) => a - b)
    .map(([status, together]): [string, ApiResponse] => [
      String(status),
      {
        description: together.join(' or '),
        content: { 'application/json': { schema: errorSchema(together) } },
      },
    ]);
  return Object.fromEntries(described);
}

function errorSchema(codes: readonly FailureCode[]): Schema {
  return { $ref: '#/components/schemas/Error', properties: { error: { enum: codes } } };
}

function describeEvent(event: string, fires_when: string, data: TSchema): [string, { post: ApiOperation }] {
  const post: ApiOperation = {
    summary: event,
    description: `Sent when ${fires_when}.`,
    security: [],
    parameters: DELIVERY_HEADERS,
    requestBody: { required: true, content: { 'application/json': { schema: envelopeOf(event, data) } } },
    responses: { '2XX': { description: 'Received; the body is not read' } },
  };
  return [event, { post }];
}

function envelopeOf(event: string, data: TSchema): Schema {
  return {
    type: 'object',
    required: ['event', 'event_id', 'timestamp', 'data'],
    properties: {
      event: { type: 'string', enum: [event], description: 'The type of the event.' },
      event_id: {
        type: 'string',
        pattern: '^evt-[0-9a-f-]{36}$',
        description: 'The same on every attempt: what to tell a repetition by.',
      },
      timestamp: { type: 'string', format: 'date-time', description: 'When the event fired, in UTC.' },
      data: { ...data, description: 'The payload, which depends on the type.' },
    },
  };
}

const DELIVERY_HEADERS: readonly Parameter[] = [
  {
    name: 'X-Webhook-Timestamp',
    in: 'header',
    required: true,
    description: 'Unix time of the attempt in seconds.',
    schema: { type: 'string', pattern: '^\\d+$' },
  },
  {
    name: 'X-Webhook-Signature',
    in: 'header',
    required: true,
    description:
      'Lowercase hex HMAC-SHA256 of `<timestamp>.<raw body>`, keyed with the secret of the endpoint as text.',
    schema: { type: 'string', pattern: '^[0-9a-f]{64}$' },
  },
];
