import { randomUUID } from 'node:crypto';
import { Cache } from './concurrency/cache.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** This id is smaller than every generated id; no record has it. */
export const NIL_ID = '00000000-0000-0000-0000-000000000000';

export function isUuid(text: string): boolean {
  return UUID.test(text);
}

const PREFIXED_EVENT = /^evt-/i;

/** True for the id of an event, with or without the prefix `evt-` that receivers see. */
export function isEventId(text: string): boolean {
  return isUuid(text.replace(PREFIXED_EVENT, ''));
}

export function bareEventId(text: string): string {
  return text.replace(PREFIXED_EVENT, '').toLowerCase();
}

const SEQUENCE_BITS = 24;
/**
 * The last counter of each millisecond. Imports and tests generate ids for past times, which must stay ordered as well.
 */
const sequences = new Cache<number, number>(64);

/**
 * Generates a UUIDv7: a 48-bit time in milliseconds, then a 24-bit counter within that millisecond, so that ids of one
 * process are in order.
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
  // Starts in the lower half of the range, so that the counter never overflows.
  const next = last === undefined ? random % 2 ** (SEQUENCE_BITS - 1) : (last + 1) % 2 ** SEQUENCE_BITS;
  sequences.set(now_ms, next);
  return next;
}

const LAST_MS = 2 ** 48 - 1;

/** Returns the smallest id of a moment, such as the lower bound of a partition of a table that is partitioned by id. */
export function firstIdOf(moment: Date): string {
  const bytes = Buffer.alloc(16);
  // The time is limited to the range of UUIDv7, because callers may ask for any time.
  bytes.writeUIntBE(Math.min(Math.max(moment.getTime(), 0), LAST_MS), 0, 6);
  return formatUuid(bytes);
}

/** Returns the bounds of the ids that were generated in the range. */
export function idBoundsOf(span: { from: Date | undefined; before: Date | undefined }): {
  first_id: string | undefined;
  end_id: string | undefined;
} {
  return { first_id: span.from && firstIdOf(span.from), end_id: span.before && firstIdOf(span.before) };
}

/** Returns the time at which the id was generated. */
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
