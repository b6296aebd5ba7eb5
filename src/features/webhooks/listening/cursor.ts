import { badRequest } from '../../../lib/errors.ts';
import { untranslated } from '../../../lib/text/reasons.ts';
import { firstIdOf, formatUuid, momentOf, parseUuid } from '../../../lib/ids.ts';

/**
 * The position of a client that polls for events: the id from which the next query reads, and the later ids that the
 * client already received. A transaction can commit after one that started later, so each query reads the last minute
 * again.
 */
export type EventCursor = { from_id: string; seen: ReadonlySet<string> };

const REREAD_MS = 60_000;
/** The most ids in a cursor. All ids of the last minute of a busy account would not fit into a URL. */
const MOST_SEEN = 500;

const VERSION = 1;
const HEAD_BYTES = 17;
/** The last bytes of an id are random and distinguish it from the other ids of a minute. */
const TAIL_BYTES = 6;
const TAIL_AT = 24;

/** The input rules of a cursor in a request. */
export const CURSOR_RULE = {
  minLength: 1,
  maxLength: Math.ceil(((HEAD_BYTES + MOST_SEEN * TAIL_BYTES) * 4) / 3),
  pattern: '^[A-Za-z0-9_-]+$',
  rule: untranslated('must be the cursor of an earlier answer'),
};

export function cursorAtTime(moment: Date): EventCursor {
  return { from_id: firstIdOf(moment), seen: new Set() };
}

export function isSeen({ seen }: EventCursor, id: string): boolean {
  return seen.has(id.slice(TAIL_AT));
}

/** Returns the cursor after the given ids, which must be in ascending order. Ids older than REREAD_MS are dropped. */
export function advanceCursor(
  { from_id }: EventCursor,
  seen_ids: readonly string[],
  reached: Date,
): EventCursor {
  const [oldest] = seen_ids.length > MOST_SEEN ? seen_ids.slice(-MOST_SEEN) : [];
  const looked_from = firstIdOf(new Date(reached.getTime() - REREAD_MS));
  const from = [from_id, looked_from, oldest ?? from_id].toSorted().at(-1) ?? from_id;
  const kept = seen_ids.filter((id) => id >= from).map((id) => id.slice(TAIL_AT));
  return { from_id: from, seen: new Set(kept) };
}

/** The creation time of the newest id; `otherwise` if there are no ids. */
export function timeOfNewestId(ids: readonly string[], otherwise: Date): Date {
  const newest = ids.at(-1);
  return newest === undefined ? otherwise : momentOf(newest);
}

export function formatCursor({ from_id, seen }: EventCursor): string {
  const tails = [...seen].map((tail) => Buffer.from(tail, 'hex'));
  return Buffer.concat([Buffer.from([VERSION]), parseUuid(from_id), ...tails]).toString('base64url');
}

export function parseCursor(text: string): EventCursor {
  const bytes = Buffer.from(text, 'base64url');
  if (bytes[0] !== VERSION || bytes.length < HEAD_BYTES || (bytes.length - HEAD_BYTES) % TAIL_BYTES !== 0)
    throw badRequest('after', CURSOR_RULE.rule);
  const seen = new Set<string>();
  for (let at = HEAD_BYTES; at < bytes.length; at += TAIL_BYTES)
    seen.add(bytes.toString('hex', at, at + TAIL_BYTES));
  return { from_id: formatUuid(bytes.subarray(1, HEAD_BYTES)), seen };
}
