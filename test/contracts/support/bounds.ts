import type { Operation } from '../../../src/doors/declaration.ts';
import type { Schema } from '../../../src/lib/schema/openapi.ts';

/** Pairs of schema keywords that bound a value. */
const PAIRS = [
  ['minLength', 'maxLength', 'characters'],
  ['minimum', 'maximum', ''],
  ['minItems', 'maxItems', 'items'],
  ['minProperties', 'maxProperties', 'members'],
  ['', 'x-max-characters', 'characters of JSON'],
] as const;

type Declared = Schema & Record<string, unknown>;

/**
 * Returns the bounds of each member of an operation's input, such as `1..500 characters`. Query parameters begin with
 * `?`.
 */
export function boundsIn({ query, body }: Operation): { member: string; bounds: string }[] {
  return [...listBounds(query, '?'), ...listBounds(body, '')];
}

/** The bounds of each member of a schema. */
export function boundsOf(schema: unknown): { member: string; bounds: string }[] {
  return listBounds(schema, '');
}

type StatedBounds = { least?: unknown; most?: unknown };

/** The bounds in the error text of each member of an operation's input, beside the bounds of its schema. */
export function boundsInRules({
  query,
  body,
}: Operation): { stated: StatedBounds; declared: StatedBounds }[] {
  return [query, body].flatMap(listRules);
}

function listRules(schema: unknown): { stated: StatedBounds; declared: StatedBounds }[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const { rule, minLength, maxLength, maxItems } = schema as Record<string, unknown>;
  const { least, most } = Object(Object(rule).values) as StatedBounds;
  const declared = { least: least === undefined ? least : minLength, most: maxLength ?? maxItems };
  return [
    ...(most === undefined ? [] : [{ stated: { least, most }, declared }]),
    ...Object.values(schema).flatMap(listRules),
  ];
}

function listBounds(schema: unknown, member: string): { member: string; bounds: string }[] {
  const declared = Object(schema) as Declared;
  const own = PAIRS.flatMap(([least, most, unit]) => {
    const range = `${numberOf(declared[least])}..${numberOf(declared[most])}`;
    return range === '..' ? [] : [`${range} ${unit}`.trim()];
  });
  const inner = Object.entries(declared.properties ?? {}).flatMap(([name, one]) =>
    listBounds(one, member === '' ? name : `${member}${member === '?' ? '' : '.'}${name}`),
  );
  const items = declared.items ? listBounds(declared.items, `${member}[]`) : [];
  return [...(own.length > 0 ? [{ member, bounds: own.join(', ') }] : []), ...inner, ...items];
}

function numberOf(bound: unknown): string {
  return typeof bound === 'number' ? String(bound) : '';
}

/**
 * Returns the longest text and the highest number for each member that accepts any value. The text is also a valid file
 * name.
 */
export function longestValuesOf(
  body: Schema | undefined,
  meant: readonly string[],
): Record<string, string | number> {
  const most: Record<string, string | number> = {};
  for (const [name, member] of Object.entries(body?.properties ?? {})) {
    const { pattern = '\\S', format = 'name', maxLength, maximum } = member;
    const is_any = pattern === '\\S' && format === 'name' && !meant.includes(name);
    if (is_any && maxLength !== undefined) most[name] = '.txt'.padStart(maxLength, crypto.randomUUID());
    if (maximum !== undefined) most[name] = maximum;
  }
  return most;
}
