/** The part of JSON Schema that our contracts use. */
export type Schema = {
  $ref?: string;
  type?: string | readonly string[];
  title?: string;
  description?: string;
  /** The rule in words, where keywords are not enough. */
  rule?: string;
  enum?: readonly unknown[];
  const?: unknown;
  format?: string;
  pattern?: string;
  default?: unknown;
  examples?: readonly unknown[];
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  uniqueItems?: boolean;
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: readonly string[];
  additionalProperties?: boolean | Schema;
  anyOf?: readonly Schema[];
  oneOf?: readonly Schema[];
  'x-status'?: number;
  /** The most that a list or an object may take as JSON. */
  'x-max-characters'?: number;
};

type Content = { 'application/json': { schema: Schema; example?: unknown } };

export type Parameter = {
  name: string;
  in: 'query' | 'header' | 'path';
  required: boolean;
  description?: string;
  schema: Schema;
  example?: unknown;
};

export type ApiResponse = { description: string; content?: Content };

/** One of the schemes is enough; the list names the required scopes. */
export type Security = readonly Record<string, readonly string[]>[];

export type ApiOperation = {
  operationId?: string;
  tags?: readonly string[];
  summary: string;
  description?: string;
  security: Security;
  parameters: readonly Parameter[];
  requestBody?: { required: boolean; content: Content };
  responses: Record<string, ApiResponse>;
  'x-scope'?: string | null;
};

export const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;

export type PathItem = Partial<Record<(typeof METHODS)[number], ApiOperation>>;

export type SecurityScheme = { type: 'http'; scheme: 'bearer'; bearerFormat: string; description: string };

/** The part of an OpenAPI 3.1 document that we write and read. */
export type ApiDocument = {
  openapi: string;
  info: {
    title: string;
    version: string;
    description: string;
    license: { name: string; identifier: string };
  };
  servers: readonly { url: string }[];
  tags: readonly { name: string; description?: string }[];
  paths: Record<string, PathItem>;
  webhooks: Record<string, { post: ApiOperation }>;
  /** The most that one account may hold. */
  'x-limits': readonly { name: string; most: string; about: string }[];
  components: { securitySchemes: Record<string, SecurityScheme>; schemas: Record<string, Schema> };
};

export function typesOf({ type }: Schema): readonly string[] {
  if (type === undefined) return [];
  return typeof type === 'string' ? [type] : type;
}

/** The forms a value may take; null, which is no form of its own, left out. */
export function variantsOf(schema: Schema): readonly Schema[] {
  const variants = schema.anyOf ?? schema.oneOf;
  return variants ? variants.filter((variant) => variant.type !== 'null') : [schema];
}

export function isNullable(schema: Schema): boolean {
  const variants = schema.anyOf ?? schema.oneOf ?? [];
  return typesOf(schema).includes('null') || variants.some(isNullable);
}
