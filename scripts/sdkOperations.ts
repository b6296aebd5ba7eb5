import type { Schema } from '../src/lib/schema/openapi.ts';

type Body = { required: boolean; content: Record<string, { schema: Schema }> };
type Parameter = { name?: string; in?: string; required?: boolean; description?: string; schema?: Schema };
export type ServedOperation = {
  operationId: string;
  summary: string;
  tags?: readonly string[];
  security?: readonly object[];
  parameters: readonly (Parameter & { $ref?: string })[];
  requestBody?: Body;
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>;
};

/** The part of the OpenAPI document from which the SDKs are generated. */
export type ServedDocument = {
  paths: Record<string, Record<string, ServedOperation>>;
  webhooks: Record<string, { post: ServedOperation }>;
  components: { schemas: Record<string, Schema> };
};

type Given = { schema: Schema; is_required: boolean };

/** The description of an operation, independent of the SDK's language. */
export type SdkOperation = {
  name: string;
  about: string;
  /** The query parameters, and the name of the type that is generated for them. */
  query: (Given & { name: string }) | undefined;
  body: Given | undefined;
  answer: Schema;
  method: string;
  /** The path after the version prefix. */
  path: string;
  is_repeatable: boolean;
  tag: string;
  /** True if a key or token can call the operation. */
  is_authenticated: boolean;
};

const PREFIX = '/v1/';

/** Reads the operations of the public API from the OpenAPI document. */
export function readOperations({ paths }: ServedDocument): SdkOperation[] {
  return Object.entries(paths)
    .filter(([path]) => path.startsWith(PREFIX))
    .flatMap(([path, item]) =>
      Object.entries(item).map(([method, operation]) => readOperation(method, path, operation)),
    );
}

/** Reads the schemas of webhook bodies, one per event. */
export function readEvents({ webhooks }: ServedDocument): Schema[] {
  return Object.values(webhooks).map(({ post }) => schemaOf(post.requestBody?.content));
}

function readOperation(method: string, path: string, operation: ServedOperation): SdkOperation {
  const { operationId, summary, parameters, requestBody, responses } = operation;
  const done = Object.entries(responses).find(([status]) => status.startsWith('2'));
  return {
    name: operationId,
    about: `${summary}.`,
    query: readQuery(operation),
    body: requestBody && { schema: schemaOf(requestBody.content), is_required: requestBody.required },
    answer: schemaOf(done?.[1].content),
    method: method.toUpperCase(),
    path: path.slice(PREFIX.length),
    tag: operation.tags?.[0] ?? '',
    is_authenticated: (operation.security ?? []).length > 0,
    is_repeatable: method !== 'post' || parameters.some(({ $ref }) => $ref?.endsWith('/Idempotency-Key')),
  };
}

function readQuery({ operationId, summary, parameters }: ServedOperation): SdkOperation['query'] {
  const query = parameters.filter((one) => one.in === 'query');
  if (query.length === 0) return undefined;
  return {
    name: `${operationId.charAt(0).toUpperCase()}${operationId.slice(1)}Query`,
    schema: objectOf(query, summary),
    is_required: query.some(({ required }) => required),
  };
}

function objectOf(parameters: readonly Parameter[], summary: string): Schema {
  const members = parameters.map(({ name = '', description = '', schema = {} }): [string, Schema] => [
    name,
    { ...schema, description },
  ]);
  const required = parameters.flatMap(({ name, required }) => (required && name ? [name] : []));
  const description = `The query parameters of: ${summary}.`;
  return { type: 'object', description, properties: Object.fromEntries(members), required };
}

export function schemaOf(content: Record<string, { schema: Schema }> = {}): Schema {
  return (content['application/json'] ?? content['text/csv'])?.schema ?? {};
}

/** Renames the schema `Error`, which would hide the built-in class `Error`. */
export function typeName(component: string): string {
  return component === 'Error' ? 'ErrorBody' : component;
}
