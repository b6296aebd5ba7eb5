import type { TSchema } from '../../../src/lib/schema/type.ts';

/** What JSON Schema says of a value, as far as our declarations use it. */
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
  /** What the value may take as JSON. */
  'x-max-characters'?: number;
  properties?: Record<string, Shape>;
  required?: readonly string[];
  items?: Shape;
  additionalProperties?: boolean | Shape;
  anyOf?: readonly Shape[];
};

const KEYWORDS = ['maxLength', 'maxItems', 'maxProperties', 'maximum', 'x-max-characters'] as const;

/** A maximum as it is declared, and where: `procedures[].title`. */
export type Bound = {
  member: string;
  keyword: (typeof KEYWORDS)[number];
  maximum: number;
};

/** Texts of these formats end by themselves. */
const SHORT_FORMATS = ['uuid', 'date-time', 'timestamp'];

export function shapeOf(schema: TSchema | undefined): Shape {
  return schema ?? {};
}

/** The type of a value that may be null, too. */
export function typeOf({ type, properties }: Shape): string {
  const [first] = (typeof type === 'string' ? [type] : (type ?? [])).filter((one) => one !== 'null');
  return first ?? (properties ? 'object' : 'any');
}

/** The forms that a value may take, apart from null. */
function formsOf(shape: Shape): readonly Shape[] {
  return shape.anyOf?.filter(({ type }) => type !== 'null') ?? [shape];
}

/** The form that is taken for all where a value is made. */
export function formOf(shape: Shape): Shape {
  return formsOf(shape)[0] ?? shape;
}

/** The members of an object and the items of an array, with what they are called. */
function partsOf({ properties = {}, items }: Shape, member: string): [string, Shape][] {
  const members = Object.entries(properties).map(([name, shape]): [string, Shape] => [
    member === '' ? name : `${member}.${name}`,
    shape,
  ]);
  return items ? [...members, [`${member}[]`, items]] : members;
}

/** Every maximum that a schema declares. */
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

/** Every text, list and free object that may be of any size. */
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

/** Whether an input keeps members that it does not name. */
export function isOpen({ properties, additionalProperties }: Shape): boolean {
  return properties !== undefined && additionalProperties !== false;
}
