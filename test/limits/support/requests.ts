import type { Operation, Resource } from '../../../src/doors/declaration.ts';
import { BODY_LIMITS, ANONYMOUS_BODY_LIMITS } from '../../../src/lib/http/bounds.ts';
import { makeLargestInput, manyMembers, type KnownMemberValues } from './largest.ts';
import { shapeOf } from './schemaShape.ts';

/** A request to an operation, with a description of what it maximizes. */
export type LargestRequest = {
  what: string;
  query: string;
  /** The body is created when the request is sent, because some bodies have many megabytes. */
  body?: () => string;
  form?: boolean;
  /** True if the request is derived from this operation's declaration and is not the same for all operations. */
  is_own?: boolean;
};

/** Node reads at most 16 KB of a request's head, including all headers. */
const QUERY_BYTES = 14_000;
/** Characters that grow when they are escaped in JSON or HTML, or encoded in UTF-16. */
const LETTERS = ['"', '&', '😀'];

/** Lists the largest requests that an operation declares, and large requests with undeclared content. */
export function listLargestRequests(
  resource: Resource,
  operation: Operation,
  known: KnownMemberValues,
): LargestRequest[] {
  const query = queryOf(operation, known);
  const widest = queryOf(operation, known, ['limit', ...refs(operation)]);
  const plain = { what: 'the widest page', query: widest, is_own: true };
  const queries = [plain, { what: 'every filter at its maximum', query, is_own: true }];
  const stuffed = { what: 'a query of 14,000 bytes', query: stuff(widest) };
  if (!operation.body) return [...queries, stuffed];
  const own_bytes = resource.body_limit_bytes ?? BODY_LIMITS.bytes;
  const max_bytes = operation.asks_for === 'nothing' ? ANONYMOUS_BODY_LIMITS.bytes : own_bytes;
  return [
    ...LETTERS.map((letter) => ({
      what: `every member at its maximum, of ${letter}`,
      query: widest,
      is_own: true,
      body: () => JSON.stringify(makeLargestInput(shapeOf(operation.body), { known, letter, max_bytes })),
    })),
    ...listFilled(max_bytes).map((filled) => ({ ...filled, query: widest })),
    ...(resource.takes_forms ? listForms(max_bytes) : []),
    stuffed,
  ];
}

/** Lists bodies full of undeclared members, which are parsed before they are dropped. */
function listFilled(max_bytes: number): { what: string; body: () => string }[] {
  const fill = (head: string, one: string, tail: string) =>
    head + one.repeat((max_bytes - head.length - tail.length) / Buffer.byteLength(one)) + tail;
  return [
    { what: 'zeros', body: () => fill('{"x":[', '0,', '0]}') },
    { what: 'empty objects', body: () => fill('{"x":[', '{},', '{}]}') },
    { what: 'many names', body: () => JSON.stringify(manyMembers(max_bytes / 24)) },
    { what: 'one long text of escapes', body: () => fill('{"x":"', String.raw`\u00e9`, '"}') },
    { what: 'brackets without end', body: () => '['.repeat(max_bytes) },
    { what: 'one long number', body: () => `{"x":${'9'.repeat(max_bytes - 6)}}` },
  ];
}

/** Lists forms full of undeclared or of the longest fields. */
export function listForms(max_bytes: number, fields: readonly string[] = []): LargestRequest[] {
  const fill = (one: string) => one.repeat(max_bytes / one.length);
  const share = max_bytes / Math.max(1, fields.length);
  const longest = () =>
    fields.map((name) => `${name}=${'%26'.repeat((share - name.length - 3) / 3)}`).join('&');
  const bodies = [
    { what: 'a form of many names', body: () => manyFields(max_bytes) },
    { what: 'a form of one name many times', body: () => fill('a=1&') },
    { what: 'a form of separators', body: () => fill('&') },
    { what: 'a form of one long escaped value', body: () => `a=${fill('%26').slice(2)}` },
    { what: 'a form of escapes that are none', body: () => fill('%') },
    ...(fields.length > 0 ? [{ what: 'every field at its maximum', body: longest }] : []),
  ];
  return bodies.map((one) => ({ ...one, query: '', form: true }));
}

function manyFields(max_bytes: number): string {
  const fields = Array.from({ length: max_bytes / 8 }, (_, at) => `f${at.toString(36)}=1`);
  return fields.join('&').slice(0, max_bytes);
}

/** Returns the query parameters that a request needs so that it is not rejected before its work. */
function refs({ query }: Operation): string[] {
  return [...(shapeOf(query).required ?? []), 'id'];
}

function queryOf({ query }: Operation, known: KnownMemberValues, only?: string[]): string {
  const { properties = {} } = shapeOf(query);
  const own = Object.fromEntries(Object.entries(properties).filter(([name]) => only?.includes(name) ?? true));
  const made = makeLargestInput(
    { properties: own },
    { known: { offset: () => 0, ...known }, letter: '%', max_bytes: QUERY_BYTES },
  );
  const members = Object.entries(Object(made)).map(([name, value]): [string, string] => [
    name,
    String(value),
  ]);
  return members.length === 0 ? '' : `?${new URLSearchParams(members).toString()}`;
}

function stuff(query: string): string {
  const begun = query === '' ? '?' : `${query}&`;
  return begun + '&%41=*,'.repeat((QUERY_BYTES - begun.length) / 7);
}
