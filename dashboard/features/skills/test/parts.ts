/*
 * Converts the JSON schema of a skill's arguments to a form. A schema can be recursive, conditional or huge, so a
 * value that no field can represent becomes a JSON field with the reason. The form only helps with input; the server
 * validates the arguments.
 */
import { t } from '../../../language/t.ts';
/** The input of one value of a skill's arguments. */
export type ArgumentPart = Shape & {
  label: string;
  description: string | undefined;
  placeholder: string | undefined;
  isRequired: boolean;
  isNullable: boolean;
  /** The default value from the schema. */
  start: unknown;
};

type Member = { name: string; part: ArgumentPart };
type TextInputKind = 'text' | 'email' | 'url' | 'date' | 'datetime-local';

type Shape =
  | { kind: 'text'; input: TextInputKind; isLong: boolean; isId: boolean }
  | { kind: 'number'; isWhole: boolean }
  | { kind: 'boolean' }
  | { kind: 'choice'; options: readonly { value: unknown; label: string }[] }
  | { kind: 'list'; item: ArgumentPart }
  | { kind: 'group'; members: readonly Member[] }
  /** A value that only a JSON field can show, with the reason. */
  | { kind: 'json'; why: string };

export type ArgumentGroup = Extract<ArgumentPart, { kind: 'group' }>;

type Schema = Readonly<Record<string, unknown>>;
type Reading = {
  root: Schema;
  refs: readonly string[];
  label: string;
  isRequired: boolean;
  left: { parts: number };
};

/** The maximum number of fields: enough for any form that a user fills in, and few enough to render. */
const MOST_PARTS = 300;

const TOO_MUCH = t('This value is too large for a form field. Enter JSON.');
const RECURSIVE = t('This value is nested. Enter JSON.');
const CONDITIONAL = t('The allowed value depends on other values. Enter JSON.');
const UNNAMED = t('This value has no defined fields. Enter JSON.');
const BY_PLACE = t('The entries of this list have different schemas. Enter JSON.');
const MANY_KINDS = t('This value can have several types. Enter JSON.');
const NO_KIND = t('The skill does not define a type for this value. Enter JSON.');

/** Converts the JSON schema of a skill's arguments to a form. */
export function toArgumentPart(schema: Schema): ArgumentPart {
  return readPart(schema, {
    root: schema,
    refs: ['#'],
    label: '',
    isRequired: true,
    left: { parts: MOST_PARTS },
  });
}

function readPart(given: unknown, reading: Reading): ArgumentPart {
  const named = followed(schemaOf(given), reading);
  const { kind, isNullable } = withoutNull(named.schema);
  const { schema, refs } = followed(kind, { ...reading, refs: named.refs ?? [] });
  const { title, description, examples, default: start } = { ...schema, ...named.schema };
  const [example] = Array.isArray(examples) ? examples : [];
  return {
    ...(named.refs && refs ? boundedShape(schema, { ...reading, refs }) : json(RECURSIVE)),
    label: textOf(title) ?? reading.label,
    description: textOf(description),
    placeholder: typeof example === 'string' || typeof example === 'number' ? String(example) : undefined,
    isRequired: reading.isRequired,
    isNullable,
    start,
  };
}

function boundedShape(schema: Schema, reading: Reading): Shape {
  reading.left.parts -= 1;
  return reading.left.parts < 0 ? json(TOO_MUCH) : shapeOf(schema, reading);
}

function json(why: string): Shape {
  return { kind: 'json', why };
}

/** Resolves the references of a schema; `refs` is undefined if the schema refers to itself. */
function followed(
  schema: Schema,
  { root, refs }: Pick<Reading, 'root' | 'refs'>,
): { schema: Schema; refs?: readonly string[] } {
  const { $ref, ...beside } = schema;
  if (typeof $ref !== 'string') return { schema, refs };
  if (refs.includes($ref)) return { schema: beside };
  return followed({ ...schemaOf(at(root, $ref)), ...beside }, { root, refs: [...refs, $ref] });
}

/** Resolves a pointer such as `#/$defs/place`. */
function at(root: Schema, pointer: string): unknown {
  const names = pointer.split('/').slice(1);
  return names.reduce<unknown>(
    (found, name) => schemaOf(found)[decoded(name).replaceAll('~1', '/').replaceAll('~0', '~')],
    root,
  );
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

/**
 * Converts both ways to write a nullable type, `["string", "null"]` and `anyOf: [{…}, { type: "null" }]`, to the
 * type and a flag.
 */
function withoutNull(schema: Schema): { kind: Schema; isNullable: boolean } {
  const { anyOf, oneOf, ...rest } = schema;
  const several = Array.isArray(anyOf) ? anyOf : Array.isArray(oneOf) ? oneOf : [];
  const others = several.map(schemaOf).filter(({ type }) => type !== 'null');
  if (several.length === 2 && others.length === 1)
    return { kind: { ...rest, ...others[0] }, isNullable: true };
  const { type } = schema;
  if (!Array.isArray(type) || !type.includes('null')) return { kind: schema, isNullable: false };
  const kinds = type.filter((one) => one !== 'null');
  return { kind: { ...schema, type: kinds.length === 1 ? kinds[0] : kinds }, isNullable: true };
}

/** Schema keywords that make the allowed value depend on other values. */
const DEPENDING = [
  'allOf',
  'anyOf',
  'oneOf',
  'not',
  'if',
  'dependentSchemas',
  'dependencies',
  'patternProperties',
  '$dynamicRef',
];

function shapeOf(schema: Schema, reading: Reading): Shape {
  const options = optionsOf(schema);
  if (options) return { kind: 'choice', options };
  if (DEPENDING.some((rule) => rule in schema)) return json(CONDITIONAL);
  switch (typeOf(schema)) {
    case 'string':
      return textShape(schema);
    case 'number':
      return { kind: 'number', isWhole: false };
    case 'integer':
      return { kind: 'number', isWhole: true };
    case 'boolean':
      return { kind: 'boolean' };
    case 'array':
      return listShape(schema, reading);
    case 'object':
      return groupShape(schema, reading);
    default:
      return json(Array.isArray(schema['type']) ? MANY_KINDS : NO_KIND);
  }
}

function typeOf(schema: Schema): unknown {
  if (schema['type'] !== undefined) return schema['type'];
  if ('properties' in schema) return 'object';
  return 'items' in schema ? 'array' : undefined;
}

function optionsOf({ enum: values, const: only, oneOf, anyOf }: Schema) {
  if (only !== undefined) return [optionOf(only)];
  if (Array.isArray(values)) return values.map((value) => optionOf(value));
  const each = Array.isArray(oneOf) ? oneOf : Array.isArray(anyOf) ? anyOf : [];
  const titled = each.map(schemaOf);
  if (titled.length === 0 || !titled.every((one) => 'const' in one)) return undefined;
  return titled.map(({ const: value, title }) => optionOf(value, textOf(title)));
}

function optionOf(value: unknown, title?: string) {
  const word = typeof value === 'string' ? value : JSON.stringify(value);
  return { value, label: title ?? (value === null ? t('Nothing') : word) };
}

const INPUTS: Record<string, TextInputKind> = {
  date: 'date',
  'date-time': 'datetime-local',
  email: 'email',
  uri: 'url',
  url: 'url',
};
const LONG_CHARACTERS = 300;

function textShape({ format, maxLength }: Schema): Shape {
  const input = (typeof format === 'string' && INPUTS[format]) || 'text';
  const isLong = input === 'text' && typeof maxLength === 'number' && maxLength >= LONG_CHARACTERS;
  return { kind: 'text', input, isLong, isId: format === 'uuid' };
}

function listShape({ items, prefixItems }: Schema, reading: Reading): Shape {
  if (Array.isArray(items) || prefixItems !== undefined) return json(BY_PLACE);
  if (typeof items !== 'object') return json(NO_KIND);
  return { kind: 'list', item: readPart(items, { ...reading, isRequired: true }) };
}

function groupShape({ properties, required }: Schema, reading: Reading): Shape {
  const named = Object.entries(schemaOf(properties));
  if (named.length === 0) return json(UNNAMED);
  const asked = Array.isArray(required) ? required : [];
  const members = named.map(([name, member]) => {
    const isRequired = asked.includes(name);
    return { name, part: readPart(member, { ...reading, label: labelOf(name), isRequired }) };
  });
  // The database does not keep the order of members, so required members are shown first.
  return { kind: 'group', members: members.toSorted((one, other) => rank(one) - rank(other)) };
}

function rank({ part }: Member): number {
  return part.isRequired ? 0 : 1;
}

/** Returns the label of a member: `partNumber` and `part_number` become `Part number`. */
function labelOf(name: string): string {
  const words = name
    .replaceAll(/([a-z0-9])([A-Z])/g, (_, end: string, start: string) => `${end} ${start.toLowerCase()}`)
    .replaceAll(/[_-]+/g, ' ')
    .trim();
  return words.charAt(0).toUpperCase() + words.slice(1) || name;
}

function schemaOf(value: unknown): Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
