import type { Schema } from '../lib/schema/openapi.ts';

type Describe = (schema: Schema) => Schema;

/** The schema of an input: unknown members are ignored, and members with a default are optional. */
export function describeInput(schema: Schema): Schema {
  const { required = [], ...described } = describeSchema(schema, describeInput);
  const needed = required.filter((name) => described.properties?.[name]?.default === undefined);
  return needed.length > 0 ? { ...described, required: needed } : described;
}

/** The schema of a response: later versions may add members. */
export function describeResponse(schema: Schema): Schema {
  return describeSchema(schema, describeResponse);
}

/** Describes a schema with keywords, formats and patterns that all OpenAPI tools support. */
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
    ...describeAdditionalProperties(additionalProperties, describe),
  };
}

/** A list of all six types restricts nothing, and some client generators fail on it. */
function isAnyType(type: string | readonly string[]): boolean {
  return typeof type !== 'string' && type.length === ALL_TYPES;
}

const ALL_TYPES = 6;

/** Unicode classes (`\p{…}`) have a different syntax in each language, so the document omits such patterns. */
function isPortable(pattern: string): boolean {
  return !pattern.includes('\\p{');
}

/** Formats that only this service knows. The document describes them by `x-rule` and the pattern. */
const OWN_FORMATS: ReadonlySet<string> = new Set(['name', 'event-id']);

const FORMATS: Readonly<Record<string, string>> = { timestamp: 'date-time' };

/**
 * Our schemas forbid additional members only to drop unknown ones. Requests with unknown members are accepted, so the
 * document does not forbid them.
 */
function describeAdditionalProperties(
  additionalProperties: Schema['additionalProperties'],
  describe: Describe,
): Schema {
  if (typeof additionalProperties === 'object')
    return { additionalProperties: describe(additionalProperties) };
  return additionalProperties === true ? { additionalProperties } : {};
}

/** Replaces each direct subschema of a schema. */
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
