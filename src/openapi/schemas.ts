import type { Schema } from '../lib/schema/openapi.ts';

type Describe = (schema: Schema) => Schema;

/** The schema of an input: unknown members are ignored, and members with a default are optional. */
export function describeSent(schema: Schema): Schema {
  const { required = [], ...described } = describeSchema(schema, describeSent);
  const needed = required.filter((name) => described.properties?.[name]?.default === undefined);
  return needed.length > 0 ? { ...described, required: needed } : described;
}

/** The schema of an answer: later versions may add members. */
export function describeAnswered(schema: Schema): Schema {
  return describeSchema(schema, describeAnswered);
}

/** In keywords, formats and patterns that every reader of the document knows. */
function describeSchema(
  { type, rule, format, pattern, additionalProperties, ...schema }: Schema,
  describe: Describe,
): Schema {
  return {
    ...(type !== undefined && !isAnyType(type) && { type }),
    ...mapSchemas(schema, describe),
    ...(rule !== undefined && { 'x-rule': rule.text }),
    ...(format !== undefined && !OWN_FORMATS.has(format) && { format: FORMATS[format] ?? format }),
    ...(pattern !== undefined && isPortable(pattern) && { pattern }),
    ...openness(additionalProperties, describe),
  };
}

/** A list of all six types says nothing, and generators of clients stop at it. */
function isAnyType(type: string | readonly string[]): boolean {
  return typeof type !== 'string' && type.length === ALL_TYPES;
}

const ALL_TYPES = 6;

/** Classes of Unicode are written differently in every language. */
function isPortable(pattern: string): boolean {
  return !pattern.includes('\\p{');
}

/** `x-rule` and the pattern say them. */
const OWN_FORMATS: ReadonlySet<string> = new Set(['name', 'event-id']);

const FORMATS: Readonly<Record<string, string>> = { timestamp: 'date-time' };

/** Our checks are closed to drop what they do not know; nobody is refused for it. */
function openness(additionalProperties: Schema['additionalProperties'], describe: Describe): Schema {
  if (typeof additionalProperties === 'object')
    return { additionalProperties: describe(additionalProperties) };
  return additionalProperties === true ? { additionalProperties } : {};
}

/** The schema with each schema below it replaced. */
export function mapSchemas(schema: Schema, map: Describe): Schema {
  const { properties, items, anyOf, oneOf, allOf } = schema;
  return {
    ...schema,
    ...(properties && { properties: mapValues(properties, map) }),
    ...(items && { items: map(items) }),
    ...(anyOf && { anyOf: anyOf.map(map) }),
    ...(oneOf && { oneOf: oneOf.map(map) }),
    ...(allOf && { allOf: allOf.map(map) }),
  };
}

export function mapValues<From, To>(
  values: Readonly<Record<string, From>>,
  map: (value: From) => To,
): Record<string, To> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, map(value)]));
}
