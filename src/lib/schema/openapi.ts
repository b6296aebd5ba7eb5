import type { Reason } from '../text/reasons.ts';

/** The part of JSON Schema that our contracts use. */
export type Schema = {
  $ref?: string;
  type?: string | readonly string[];
  /** In one word, the name that the document describes a record under. */
  title?: string;
  description?: string;
  /** The rule in words, where keywords are not enough. */
  rule?: Reason;
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
  allOf?: readonly Schema[];
  deprecated?: boolean;
  contentMediaType?: string;
  /** `rule` as the document calls it. */
  'x-rule'?: string;
  /** The meaning of each value of an enum. */
  'x-enumDescriptions'?: Readonly<Record<string, string>>;
  /** The status that carries each code. */
  'x-statuses'?: Readonly<Record<string, number>>;
  /** The most that a list or an object may take as JSON. */
  'x-max-characters'?: number;
};

/** Known values of an example by member name. */
export type Known = Readonly<Record<string, unknown>>;

type Media = { schema: Schema; example?: unknown; examples?: Record<string, { value: unknown }> };

export type Content = { 'application/json': Media; 'application/x-www-form-urlencoded'?: Media };

export type Parameter = {
  name: string;
  in: 'query' | 'header' | 'path';
  required: boolean;
  description?: string;
  schema: Schema;
  example?: unknown;
};

export type ResponseHeader = { description: string; schema: Schema };

export type ApiResponse = {
  description: string;
  headers?: Record<string, ResponseHeader>;
  content?: Partial<Record<'application/json' | 'text/csv', Media>>;
};

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

type BearerScheme = { type: 'http'; scheme: 'bearer'; bearerFormat: string };

type CodeFlow = {
  authorizationUrl: string;
  tokenUrl: string;
  refreshUrl: string;
  scopes: Readonly<Record<string, string>>;
};

type OAuthScheme = { type: 'oauth2'; flows: { authorizationCode: CodeFlow } };

/** `x-token` is how its tokens begin. */
export type SecurityScheme = (BearerScheme | OAuthScheme) & { description: string; 'x-token': string };

/** The part of an OpenAPI 3.1 document that we write and read. */
export type ApiDocument = {
  openapi: string;
  info: {
    title: string;
    version: string;
    description: string;
    contact: { name: string; url: string };
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

/** The codes that the body of a failure may carry. */
export function codesIn({ allOf = [] }: Schema): string[] {
  const narrowed = allOf.at(-1)?.properties?.['error']?.enum ?? [];
  return narrowed.map((code) => String(code));
}
