import { types } from 'pg';

/** A value that is sent as jsonb. */
export class JsonValue {
  readonly value: unknown;

  constructor(value: unknown) {
    this.value = value;
  }

  /** Called by JSON.stringify when the value is nested in another JSON value. */
  toJSON(): unknown {
    return this.value;
  }
}

/** A parameter of a statement. */
export type Value =
  | string
  | number
  | bigint
  | boolean
  | null
  | Date
  | Uint8Array
  | JsonValue
  | readonly Value[];

const OID = {
  boolean: 16,
  bytea: 17,
  json: 114,
  timestamptz: 1184,
  jsonb: 3802,
  timestamptz_array: 1185,
  text_array: 1009,
} as const;

/** Returns the cast of a value whose SQL type follows from its JavaScript type, otherwise undefined. */
export function sqlCastOf(value: unknown): string | undefined {
  if (typeof value === 'boolean') return '::boolean';
  if (typeof value === 'bigint') return '::bigint';
  if (typeof value !== 'object') return undefined;
  if (value instanceof Date) return '::timestamptz';
  if (value instanceof Uint8Array) return '::bytea';
  if (value instanceof JsonValue) return '::jsonb';
  return undefined;
}

/** Converts a value to its wire format: bytes unchanged, everything else as text. */
export function toWireFormat(value: Value): string | Buffer | null {
  if (value === null) return null;
  if (typeof value === 'string') return value;
  if (typeof value !== 'object') return String(value);
  if (value instanceof Date) return value.toISOString();
  if (value instanceof Uint8Array) return Buffer.from(value.buffer, value.byteOffset, value.byteLength);
  if (value instanceof JsonValue) return JSON.stringify(value.value);
  return arrayText(value);
}

function arrayText(values: readonly Value[]): string {
  return `{${values.map(elementText).join(',')}}`;
}

function elementText(value: Value): string {
  if (Array.isArray(value)) return arrayText(value);
  const wire = toWireFormat(value);
  if (wire === null) return 'NULL';
  const text = typeof wire === 'string' ? wire : `\\x${wire.toString('hex')}`;
  return `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
}

type Reader = (text: string) => unknown;

const asText: Reader = (text) => text;
type Elements = readonly (string | null | Elements)[];
const textArray = types.getTypeParser(OID.text_array as number) as (text: string) => Elements;
const arrayOf =
  (read: Reader): Reader =>
  (text) =>
    readElements(textArray(text), read);

function readElements(elements: Elements, read: Reader): unknown[] {
  return elements.map((element) => {
    if (typeof element === 'string') return read(element);
    return element && readElements(element, read);
  });
}

/**
 * Parsers by type OID. Types without a parser stay text, such as bigint and numeric, which can exceed the range of a
 * JavaScript number.
 */
const READERS = new Map<number, Reader>([
  [OID.boolean, readBoolean],
  [OID.bytea, readBytes],
  [OID.json, (text) => JSON.parse(text)],
  [OID.jsonb, (text) => JSON.parse(text)],
  [OID.timestamptz, readTimestamp],
  [OID.timestamptz_array, arrayOf(readTimestamp)],
]);
for (const oid of [21, 23, 26, 700, 701]) READERS.set(oid, Number);
for (const oid of [1005, 1007, 1028, 1021, 1022]) READERS.set(oid, arrayOf(Number));
for (const oid of [1009, 1014, 1015, 1016, 1231, 2951]) READERS.set(oid, textArray);
READERS.set(1000, arrayOf(readBoolean));
READERS.set(1001, arrayOf(readBytes));

export function columnParserOf(oid: number): Reader {
  return READERS.get(oid) ?? asText;
}

function readBoolean(text: string): boolean {
  return text === 't';
}

function readBytes(text: string): Buffer {
  return Buffer.from(text.slice(2), 'hex');
}

/**
 * The most frequent format of a timestamptz; its length selects the fast path. The server omits trailing zeros of the
 * fraction.
 */
const MILLISECONDS = '2026-11-21 07:45:39.123+00';

/**
 * Converts `2026-11-21 07:45:39.1+00` to `2026-11-21T07:45:39.100Z`. Years outside 1 to 9999 stay in the server's
 * format.
 */
function readTimestamp(text: string): string {
  if (text[4] !== '-' || text.endsWith('BC')) return text;
  if (text.length === MILLISECONDS.length) return `${text.slice(0, 10)}T${text.slice(11, 23)}Z`;
  const [seconds = '', fraction = ''] = text.slice(11, -3).split('.');
  return `${text.slice(0, 10)}T${seconds}.${fraction.slice(0, 3).padEnd(3, '0')}Z`;
}
