import type { Reason } from '../text/reasons.ts';

/** The part of JSON Schema that our contracts use. */
export type Schema = {
  $ref?: string;
  type?: string | readonly string[];
  /** A title of one word is the name of the record in the OpenAPI document. */
  title?: string;
  description?: string;
  /** The rule as a translatable text, if keywords cannot express it. */
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
  /** The text of `rule` in the OpenAPI document. */
  'x-rule'?: string;
  'x-enumDescriptions'?: Readonly<Record<string, string>>;
  /** The HTTP status of each error code. */
  'x-statuses'?: Readonly<Record<string, number>>;
  /** Maximum length of a list or object as JSON, in characters. */
  'x-max-characters'?: number;
};

/** Known values for examples, by member name. */
export type KnownValues = Readonly<Record<string, unknown>>;

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

/** Alternatives: one of the schemes suffices. The list contains the required scopes. */
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

/** `x-token` is the prefix of the scheme's tokens. */
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
  /** Limits per account. */
  'x-limits': readonly { name: string; most: string; about: string }[];
  components: { securitySchemes: Record<string, SecurityScheme>; schemas: Record<string, Schema> };
};

export function typesOf({ type }: Schema): readonly string[] {
  if (type === undefined) return [];
  return typeof type === 'string' ? [type] : type;
}

/** Returns the alternatives of a value, without null. */
export function variantsOf(schema: Schema): readonly Schema[] {
  const variants = schema.anyOf ?? schema.oneOf;
  return variants ? variants.filter((variant) => variant.type !== 'null') : [schema];
}

export function isNullable(schema: Schema): boolean {
  const variants = schema.anyOf ?? schema.oneOf ?? [];
  return typesOf(schema).includes('null') || variants.some(isNullable);
}

/** Returns the error codes that the schema of an error body allows. */
export function errorCodesIn({ allOf = [] }: Schema): string[] {
  const narrowed = allOf.at(-1)?.properties?.['error']?.enum ?? [];
  return narrowed.map((code) => String(code));
}
