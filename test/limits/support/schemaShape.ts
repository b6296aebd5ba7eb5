import type { TSchema } from '../../../src/lib/schema/type.ts';

/** The part of JSON Schema that our declarations use. */
export type Shape = {
  type?: string | readonly string[];
  enum?: readonly unknown[];
  const?: unknown;
  format?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  maxProperties?: number;
  minimum?: number;
  maximum?: number;
  /** The maximal length of the value as JSON. */
  'x-max-characters'?: number;
  properties?: Record<string, Shape>;
  required?: readonly string[];
  items?: Shape;
  additionalProperties?: boolean | Shape;
  anyOf?: readonly Shape[];
};

const KEYWORDS = ['maxLength', 'maxItems', 'maxProperties', 'maximum', 'x-max-characters'] as const;

/** A declared maximum and the member it applies to, such as `procedures[].title`. */
export type Bound = {
  member: string;
  keyword: (typeof KEYWORDS)[number];
  maximum: number;
};

/** Formats whose values have a limited length. */
const SHORT_FORMATS = ['uuid', 'date-time', 'timestamp'];

export function shapeOf(schema: TSchema | undefined): Shape {
  return schema ?? {};
}

/** Returns the type of a value, ignoring null. */
export function typeOf({ type, properties }: Shape): string {
  const [first] = (typeof type === 'string' ? [type] : (type ?? [])).filter((one) => one !== 'null');
  return first ?? (properties ? 'object' : 'any');
}

/** Returns the alternatives of a value, without null. */
function formsOf(shape: Shape): readonly Shape[] {
  return shape.anyOf?.filter(({ type }) => type !== 'null') ?? [shape];
}

/** Returns the alternative for which values are created. */
export function formOf(shape: Shape): Shape {
  return formsOf(shape)[0] ?? shape;
}

/** Returns the members of an object and the items of an array, with their names. */
function partsOf({ properties = {}, items }: Shape, member: string): [string, Shape][] {
  const members = Object.entries(properties).map(([name, shape]): [string, Shape] => [
    member === '' ? name : `${member}.${name}`,
    shape,
  ]);
  return items ? [...members, [`${member}[]`, items]] : members;
}

/** Lists all maximums of a schema. */
export function listBounds(schema: Shape, member = ''): Bound[] {
  return formsOf(schema).flatMap((shape) => [
    ...ownBounds(shape, member),
    ...partsOf(shape, member).flatMap(([name, part]) => listBounds(part, name)),
  ]);
}

function ownBounds(shape: Shape, member: string): Bound[] {
  return KEYWORDS.flatMap((keyword) => {
    const maximum = shape[keyword];
    return maximum === undefined ? [] : [{ member, keyword, maximum }];
  });
}

/** Lists all strings, lists and free objects without a maximum. */
export function listUnbounded(schema: Shape, member = ''): string[] {
  return formsOf(schema).flatMap((shape) => [
    ...(isUnbounded(shape) ? [member] : []),
    ...partsOf(shape, member).flatMap(([name, part]) => listUnbounded(part, name)),
  ]);
}

function isUnbounded(shape: Shape): boolean {
  if (shape.enum || shape.const !== undefined || shape['x-max-characters'] !== undefined) return false;
  switch (typeOf(shape)) {
    case 'string':
      return shape.maxLength === undefined && !SHORT_FORMATS.includes(shape.format ?? '');
    case 'array':
      return shape.maxItems === undefined;
    case 'object':
      return shape.maxProperties === undefined && shape.additionalProperties !== false;
    case 'any':
      return true;
    default:
      return false;
  }
}

/** True if an object keeps undeclared members. */
export function isOpen({ properties, additionalProperties }: Shape): boolean {
  return properties !== undefined && additionalProperties !== false;
}
