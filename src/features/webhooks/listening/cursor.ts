import { badRequest } from '../../../lib/errors.ts';
import { untranslated } from '../../../lib/text/reasons.ts';
import { firstIdOf, formatUuid, momentOf, parseUuid } from '../../../lib/ids.ts';

/**
 * The position of a listener: the id after which it reads, and the ids behind it that it has seen. A transaction may commit later
 * than one that began after it, so the last minute is looked through again each time.
 */
export type Cursor = { from_id: string; seen: ReadonlySet<string> };

const REREAD_MS = 60_000;
/** The most ids in a cursor: the last minute of a busy account would not fit into a URL. */
const MOST_SEEN = 500;

const VERSION = 1;
const HEAD_BYTES = 17;
/** The end of an id is random, and enough to tell it from the others of a minute. */
const TAIL_BYTES = 6;
const TAIL_AT = 24;

/** The form of a cursor as text. */
export const CURSOR = {
  minLength: 1,
  maxLength: Math.ceil(((HEAD_BYTES + MOST_SEEN * TAIL_BYTES) * 4) / 3),
  pattern: '^[A-Za-z0-9_-]+$',
  rule: untranslated('must be the cursor of an earlier answer'),
};

export function cursorFrom(moment: Date): Cursor {
  return { from_id: firstIdOf(moment), seen: new Set() };
}

export function isSeen({ seen }: Cursor, id: string): boolean {
  return seen.has(id.slice(TAIL_AT));
}

/** The cursor behind ids that were seen, in order; what is older than the look back is forgotten. */
export function moveCursor({ from_id }: Cursor, seen_ids: readonly string[], reached: Date): Cursor {
  const [oldest] = seen_ids.length > MOST_SEEN ? seen_ids.slice(-MOST_SEEN) : [];
  const looked_from = firstIdOf(new Date(reached.getTime() - REREAD_MS));
  const from = [from_id, looked_from, oldest ?? from_id].toSorted().at(-1) ?? from_id;
  const kept = seen_ids.filter((id) => id >= from).map((id) => id.slice(TAIL_AT));
  return { from_id: from, seen: new Set(kept) };
}

/** When the newest of some ids was made. */
export function reachedBy(ids: readonly string[], otherwise: Date): Date {
  const newest = ids.at(-1);
  return newest === undefined ? otherwise : momentOf(newest);
}

export function writeCursor({ from_id, seen }: Cursor): string {
  const tails = [...seen].map((tail) => Buffer.from(tail, 'hex'));
  return Buffer.concat([Buffer.from([VERSION]), parseUuid(from_id), ...tails]).toString('base64url');
}

export function readCursor(text: string): Cursor {
  const bytes = Buffer.from(text, 'base64url');
  if (bytes[0] !== VERSION || bytes.length < HEAD_BYTES || (bytes.length - HEAD_BYTES) % TAIL_BYTES !== 0)
    throw badRequest('after', CURSOR.rule);
  const seen = new Set<string>();
  for (let at = HEAD_BYTES; at < bytes.length; at += TAIL_BYTES)
    seen.add(bytes.toString('hex', at, at + TAIL_BYTES));
  return { from_id: formatUuid(bytes.subarray(1, HEAD_BYTES)), seen };
}
