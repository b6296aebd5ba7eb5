import { randomUUID } from 'node:crypto';
import { Cache } from './concurrency/cache.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Before every id that is made; it belongs to no record. */
export const NIL_ID = '00000000-0000-0000-0000-000000000000';

export function isUuid(text: string): boolean {
  return UUID.test(text);
}

const PREFIXED_EVENT = /^evt-/i;

/** The id of an event, with or without the prefix that receivers see. */
export function isEventId(text: string): boolean {
  return isUuid(text.replace(PREFIXED_EVENT, ''));
}

export function bareEventId(text: string): string {
  return text.replace(PREFIXED_EVENT, '').toLowerCase();
}

const SEQUENCE_BITS = 24;
/** The last counter of each moment. Imports and tests make ids of past moments, which keep their order, too. */
const sequences = new Cache<number, number>(64);

/**
 * A UUIDv7: 48 bits of time, then 24 bits that count on within a millisecond, so that the ids of a process
 * are in order.
 */
export function newId(now: Date): string {
  const bytes = parseUuid(randomUUID());
  const counter = nextInMoment(now.getTime(), bytes.readUIntBE(0, 3));
  bytes.writeUIntBE(now.getTime(), 0, 6);
  bytes.writeUInt16BE(0x7000 | (counter >> 12), 6);
  bytes.writeUInt16BE(0x8000 | ((counter & 0xfff) << 2) | (bytes.readUInt8(9) & 0x03), 8);
  return formatUuid(bytes);
}

function nextInMoment(now_ms: number, random: number): number {
  const last = sequences.get(now_ms);
  // Half of the room is left free, so that counting on never runs over.
  const next = last === undefined ? random % 2 ** (SEQUENCE_BITS - 1) : (last + 1) % 2 ** SEQUENCE_BITS;
  sequences.set(now_ms, next);
  return next;
}

const LAST_MS = 2 ** 48 - 1;

/** The smallest id of a moment: where a partition of a table that is split by id begins. */
export function firstIdOf(moment: Date): string {
  const bytes = Buffer.alloc(16);
  // Callers may ask for any day, before the first id or after the last.
  bytes.writeUIntBE(Math.min(Math.max(moment.getTime(), 0), LAST_MS), 0, 6);
  return formatUuid(bytes);
}

/** The ids that were made from the one moment on and before the other. */
export function idsBetween(span: { from: Date | undefined; before: Date | undefined }): {
  first_id: string | undefined;
  end_id: string | undefined;
} {
  return { first_id: span.from && firstIdOf(span.from), end_id: span.before && firstIdOf(span.before) };
}

/** When an id was made. */
export function momentOf(uuid: string): Date {
  return new Date(parseUuid(uuid).readUIntBE(0, 6));
}

export function parseUuid(uuid: string): Buffer {
  return Buffer.from(uuid.replaceAll('-', ''), 'hex');
}

export function formatUuid(bytes: Buffer): string {
  const hex = bytes.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
