import type { Schema } from '../lib/schema/openapi.ts';
import type { DocumentWithRefs } from './shared.ts';
import { mapSchemas, mapValues } from './schemas.ts';

/** A schema in the dialect of OpenAPI 3.0. */
type Schema30 = Omit<Schema, 'examples'> & { nullable?: true; example?: unknown };

/**
 * Converts the document to OpenAPI 3.0, for tools that do not read 3.1. The version 3.0 has neither webhooks nor the
 * type null: webhooks are under `x-webhooks`, and nullable values have `nullable`.
 */
export function convertToOpenApi30(document: DocumentWithRefs): object {
  const { webhooks, info, ...rest } = document;
  const { identifier, name } = info.license;
  const license = { name, url: `https://spdx.org/licenses/${identifier}.html` };
  const converted = { ...rest, openapi: '3.0.3', info: { ...info, license }, 'x-webhooks': webhooks };
  return Object.fromEntries(Object.entries(converted).map(([name, part]) => [name, convert(part, name)]));
}

/** Converts every schema below a part of the document: `schema` of parameters, media and headers, and components. */
function convert(part: unknown, name = ''): unknown {
  if (Array.isArray(part)) return part.map((one) => convert(one));
  if (typeof part !== 'object' || part === null) return part;
  if (name === 'schema') return convertSchema(part);
  // Examples are values of the API, which may have any member.
  if (name === 'example' || name === 'examples') return part;
  if (name === 'schemas') return mapValues({ ...part }, convertSchema);
  return Object.fromEntries(Object.entries(part).map(([key, value]) => [key, convert(value, key)]));
}

function convertSchema(schema: Schema): Schema30 {
  const {
    type,
    anyOf,
    oneOf,
    const: only,
    examples,
    contentMediaType,
    ...rest
  } = mapSchemas(schema, convertSchema);
  return {
    ...convertType(type),
    ...convertAlternatives('anyOf', anyOf),
    ...convertAlternatives('oneOf', oneOf),
    ...rest,
    ...(only !== undefined && { enum: [only] }),
    ...(examples !== undefined && { example: examples[0] }),
  };
}

function convertType(type: Schema['type']): Schema30 {
  const types = type === undefined ? [] : [type].flat();
  const kept = types
    .filter((one) => one !== 'null')
    .map((one): Schema30 => ({ type: one, ...(one === 'array' && { items: {} }) }));
  const [first = {}] = kept;
  const schemas = types.includes('null') ? kept.map(makeNullable) : kept;
  if (kept.length > 1) return { anyOf: schemas };
  return {
    ...(types.includes('null') && { nullable: true }),
    ...(first.type !== undefined && { type: first.type }),
  };
}

function convertAlternatives(keyword: 'anyOf' | 'oneOf', all: readonly Schema30[] | undefined): Schema30 {
  if (!all) return {};
  const kept = all.filter((one) => !isNull(one));
  if (kept.length === all.length) return { [keyword]: kept };
  const [first = {}, ...others] = kept.map(makeNullable);
  return others.length === 0 ? first : { [keyword]: [first, ...others] };
}

/** An alternative that `convertSchema` made of the type null. */
function isNull(schema: Schema30): boolean {
  return schema.nullable === true && Object.keys(schema).length === 1;
}

/** `nullable` needs a type beside it. References are to records, and may have no member beside them. */
function makeNullable(schema: Schema30): Schema30 {
  if (schema.$ref !== undefined) return { type: 'object', nullable: true, allOf: [schema] };
  return { ...schema, ...(schema.type !== undefined && { nullable: true }) };
}
