/*
 * Creates the largest input that a schema allows. Every member gets its maximal size, and sizes shrink together until
 * the whole fits the body limit, so that the measurements cover the most expensive valid request of an operation.
 */
import { formOf, typeOf, type Shape } from './schemaShape.ts';

/** Values for members whose schema does not say enough: an existing id, a URL, a picture. */
export type KnownMemberValues = Record<string, (size: number) => unknown>;

export type LargestInputOptions = {
  known: KnownMemberValues;
  /** The character that fills texts. */
  letter: string;
  /** The maximal size of the whole value as JSON. */
  max_bytes: number;
};

const ROOM = 0.98;

/** Creates the largest value that a schema and `max_bytes` allow: every member is present and at its maximum. */
export function makeLargestInput(shape: Shape, wish: LargestInputOptions): unknown {
  // Some characters take several bytes. If the whole is too large, all members get a smaller share.
  for (let size = wish.max_bytes; ; size = Math.floor(size * 0.6)) {
    const value = make(shape, '', size, wish);
    if (bytesOf(value) <= wish.max_bytes * ROOM || size < 2) return value;
  }
}

function bytesOf(value: unknown): number {
  return value === undefined ? 0 : Buffer.byteLength(JSON.stringify(value));
}

function make(shape: Shape, name: string, wanted: number, wish: LargestInputOptions): unknown {
  const size = Math.min(wanted, (shape['x-max-characters'] ?? Infinity) * ROOM);
  const known = wish.known[name];
  if (known) return known(size);
  if (shape.const !== undefined) return shape.const;
  if (shape.anyOf) return make(formOf(shape), name, size, wish);
  if (shape.enum) return shape.enum[0];
  switch (typeOf(shape)) {
    case 'string':
      return makeText(shape, size, wish.letter);
    case 'array':
      return makeList(shape, name, size, wish);
    case 'object':
      return makeObject(shape, size, wish);
    case 'boolean':
      return true;
    case 'integer':
    case 'number':
      return shape.maximum ?? 2 ** 31 - 1;
    default:
      return null;
  }
}

function makeText({ format = '', maxLength = Infinity }: Shape, size: number, letter: string): string {
  const length = Math.min(maxLength, Math.floor(size / Buffer.byteLength(letter)));
  switch (format) {
    case 'uuid':
      return '0198f0c4-7c5e-7a10-9d3e-5b1f6a2c8e40';
    case 'timestamp':
    case 'date-time':
      return '2026-03-02T09:00:00.000Z';
    case 'uri':
      return longUrl(length);
    default:
      return letter.repeat(Math.max(1, length));
  }
}

function makeList(shape: Shape, name: string, size: number, wish: LargestInputOptions): unknown[] {
  const { items = {}, maxItems = Math.ceil(size / 40) } = shape;
  if (items.enum) return items.enum.slice(0, maxItems);
  return Array.from({ length: maxItems }, () => make(items, `${name}[]`, size / maxItems, wish));
}

function makeObject(
  { properties, maxProperties = Infinity }: Shape,
  size: number,
  wish: LargestInputOptions,
): object {
  if (!properties || Object.keys(properties).length === 0)
    return manyMembers(Math.min(maxProperties, size / 16));
  const members = Object.entries(properties);
  return Object.fromEntries(
    members.map(([member, part]) => [member, make(part, member, size / members.length, wish)]),
  );
}

export function manyMembers(count: number): Record<string, number> {
  return Object.fromEntries(Array.from({ length: count }, (_, at) => [`member${at}`, at]));
}

export function longUrl(length: number): string {
  return 'https://127.0.0.1:1/'.padEnd(Math.max(20, length), 'a');
}
