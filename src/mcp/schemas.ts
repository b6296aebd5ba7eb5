import { mapSchemas } from '../openapi/schemas.ts';
import type { Operation } from '../doors/declaration.ts';
import { isNullable, typesOf, variantsOf, type Schema } from '../lib/schema/openapi.ts';
import { TIME_RULE } from '../lib/schema/schema.ts';

/** The most rows of a page, so that it fits the context of a model. */
export const MOST_ROWS = 50;
export const DEFAULT_ROWS = 20;

const LIMIT: Schema = { type: 'integer', maximum: MOST_ROWS, default: DEFAULT_ROWS };
const OFFSET: Schema = { type: 'integer' };

/** The input of a tool: the members of the query and of the body. */
export function toolInputSchemaOf({ query, body }: Operation, hidden: readonly string[]): Schema {
  const [asked, sent]: [Schema, Schema] = [query ?? {}, body ?? {}];
  const properties = { ...asked.properties, ...sent.properties };
  const required = [...(asked.required ?? []), ...(sent.required ?? [])].filter(
    (name) => properties[name]?.default === undefined,
  );
  const shown = Object.entries(properties).filter(([name]) => !hidden.includes(name));
  const short = shown.map(([name, schema]) => [name, paging(name) ?? shortInput(schema)]);
  return { type: 'object', properties: Object.fromEntries(short), ...(required.length > 0 && { required }) };
}

/**
 * The output of a tool: names and types of its members and rows. If an operation has several response forms, the first
 * one counts, which is the list.
 */
export function toolOutputSchemaOf({ answer }: Operation, hidden: readonly string[]): Schema {
  const { oneOf: [form = answer] = [] }: Schema = answer;
  return { type: 'object', ...membersOf(form, hidden, (one) => rowsOf(one, hidden)) };
}

function rowsOf(schema: Schema, hidden: readonly string[]): Schema {
  const { items } = schema;
  if (!items) return typeOf(schema);
  return { type: 'array', items: { ...typeOf(items), ...membersOf(items, hidden, typeOf) } };
}

function membersOf({ properties }: Schema, hidden: readonly string[], show: (one: Schema) => Schema): Schema {
  if (!properties) return {};
  const shown = Object.entries(properties).filter(([name]) => !hidden.includes(name));
  return { properties: Object.fromEntries(shown.map(([name, one]) => [name, show(one)])) };
}

function typeOf(schema: Schema): Schema {
  const types = [...new Set(variantsOf(schema).flatMap(typesOf))].filter((type) => type !== 'null');
  if (types.length === 0) return {};
  const [only = '', ...more] = isNullable(schema) ? [...types, 'null'] : types;
  return { type: more.length === 0 ? only : [only, ...more] };
}

function paging(name: string): Schema | undefined {
  if (name === 'limit') return LIMIT;
  return name === 'offset' ? OFFSET : undefined;
}

function shortInput(schema: Schema): Schema {
  const { type, enum: values, format = '', minimum, maximum, minItems } = schema;
  const { properties, items, anyOf, required } = mapSchemas(schema, shortInput);
  const description = shortWords(schema);
  return {
    ...(type !== undefined && { type }),
    ...(description !== '' && { description }),
    ...(values && { enum: values }),
    ...(FORMATS[format] && { format: FORMATS[format] }),
    ...(minimum !== undefined && { minimum }),
    ...(maximum !== undefined && { maximum }),
    ...(minItems !== undefined && { minItems }),
    ...(properties && { properties }),
    ...(items && { items }),
    ...(anyOf && { anyOf }),
    ...(required && { required }),
  };
}

const FORMATS: Readonly<Record<string, string>> = { uuid: 'uuid', timestamp: 'date-time' };

const SAID_BY_NAME =
  /^(?:(?:Only of this|The id of the) [a-z]+|Only .* with this id|The id of one [a-z]+, to get it alone)\.$/;

/** Removes text from a description that the name of an id or the format of a time already expresses. */
function shortWords({ description = '', format }: Schema): string {
  if (format === 'uuid' && SAID_BY_NAME.test(description)) return '';
  return format === 'timestamp' ? description.replace(TIME_RULE, '').trim() : description;
}
