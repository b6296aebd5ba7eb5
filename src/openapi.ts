import type { TSchema } from 'typebox';
import type { Door } from './access/door.ts';
import { methodsOf, type Operation, type Resource } from './access/operation.ts';
import { SCOPES } from './access/scopes.ts';
import { EVENTS } from './events/catalogue.ts';
import { STATUS_OF, type FailureCode } from './lib/errors.ts';

export const OPENAPI_PATH = '/v1/openapi.json';

type Json = Record<string, unknown>;

/** The OpenAPI document of everything the doors declare: written by nobody, so never out of date. */
export function describeApi(doors: readonly Door[], public_url: string, version: string): Json {
  const resources = doors.flatMap((door) => door.resources.map((resource) => ({ door, resource })));
  return {
    openapi: '3.1.0',
    info: { title: 'Tenant Ops', version, description: ABOUT, license: { name: 'MIT', identifier: 'MIT' } },
    servers: [{ url: public_url }],
    security: [{ bearer: [] }],
    tags: [...new Set(resources.map(({ resource }) => resource.tag))].map((name) => ({ name })),
    paths: Object.fromEntries(
      resources.map(({ door, resource }) => [
        door.prefix + resource.path,
        describePath(door.prefix, resource),
      ]),
    ),
    webhooks: Object.fromEntries(
      Object.entries(EVENTS).map(([event, { fires_when, data }]) => describeEvent(event, fires_when, data)),
    ),
    components: {
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description:
            'An API key (`tak_…`) or an OAuth access token (`tao_…`); on the device door the token of a seat ' +
            '(`tad_…`), on the inbound door the secret of an integration (`tai_…`).',
        },
      },
      schemas: { Error: ERROR_BODY, Scope: { type: 'string', enum: Object.keys(SCOPES) } },
    },
  };
}

const ABOUT =
  'The operations service of a training platform for AR glasses. Every record belongs to one account; a key ' +
  'or token reaches only the records of its own. Every error body has exactly two members, `error` and `message`.';

const ERROR_BODY = {
  type: 'object',
  required: ['error', 'message'],
  properties: { error: { type: 'string', enum: Object.keys(STATUS_OF) }, message: { type: 'string' } },
  additionalProperties: false,
};

function describePath(prefix: string, resource: Resource): Json {
  const described = methodsOf(resource).map((method) => {
    const operation = resource.operations[method];
    return [method.toLowerCase(), operation ? describeOperation(prefix, method, resource, operation) : {}];
  });
  return Object.fromEntries(described);
}

function describeOperation(prefix: string, method: string, resource: Resource, operation: Operation): Json {
  const { summary, description, scope, query, body, status, answer, example, is_open } = operation;
  const path = prefix === '/v1' ? resource.path : prefix + resource.path;
  return {
    operationId: `${method.toLowerCase()}${path.replaceAll(/[-/]+(\w?)/g, (_, first: string) => first.toUpperCase())}`,
    tags: [resource.tag],
    summary,
    description: [description, needsOf(operation)].filter((part) => part !== undefined).join('\n\n'),
    'x-scope': scope,
    ...(is_open && { security: [] }),
    parameters: [
      ...describeQuery(query, example?.query),
      ...(method === 'POST' && !is_open ? [IDEMPOTENCY_KEY] : []),
    ],
    ...(body && { requestBody: describeBody(body, example?.body) }),
    responses: {
      [status]: {
        description: status === 201 ? 'Created' : 'OK',
        content: { 'application/json': { schema: answer } },
      },
      ...describeErrors(errorsOf(method, operation)),
    },
  };
}

function needsOf({ scope, is_open }: Operation): string {
  if (is_open) return 'Needs no credential.';
  return scope ? `Needs the scope \`${scope}\`.` : 'Any live credential of this door will do.';
}

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'The same key and body within 24 hours get the first answer again, with `Idempotent-Replayed: true`.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
};

function describeQuery(query: TSchema | undefined, example: Record<string, string> = {}): Json[] {
  if (!query) return [];
  const { properties = {}, required = [] } = query as {
    properties?: Record<string, TSchema>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
    ...(name in example && { example: example[name] }),
  }));
}

function describeBody(schema: TSchema, example: unknown): Json {
  const { required = [] } = schema as { required?: string[] };
  const content = { schema, ...(example !== undefined && { example }) };
  return { required: required.length > 0, content: { 'application/json': content } };
}

/** What any operation may answer, then what only this one may. */
function errorsOf(method: string, { scope, denied, errors, is_open }: Operation): FailureCode[] {
  if (is_open) return ['BAD_REQUEST', ...errors, 'INTERNAL_ERROR'];
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

function describeErrors(codes: readonly FailureCode[]): Json {
  const byStatus = Map.groupBy(codes, (code) => STATUS_OF[code]);
  const described = [...byStatus]
    .toSorted(([a], [b]) => a - b)
    .map(([status, together]) => [
      status,
      {
        description: together.join(' or '),
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    ]);
  return Object.fromEntries(described);
}

function describeEvent(event: string, fires_when: string, data: TSchema): [string, Json] {
  const envelope = {
    type: 'object',
    required: ['event', 'event_id', 'timestamp', 'data'],
    properties: {
      event: { type: 'string', enum: [event] },
      event_id: { type: 'string', pattern: '^evt-[0-9a-f-]{36}$' },
      timestamp: { type: 'string', format: 'date-time' },
      data,
    },
  };
  const headers = ['X-Webhook-Timestamp', 'X-Webhook-Signature'].map((name) => ({
    name,
    in: 'header',
    required: true,
    schema: { type: 'string' },
  }));
  const description = `Sent when ${fires_when}.`;
  return [
    event,
    {
      post: {
        summary: event,
        description,
        security: [],
        parameters: headers,
        requestBody: { required: true, content: { 'application/json': { schema: envelope } } },
        responses: { '2XX': { description: 'Received; the body is not read' } },
      },
    },
  ];
}
