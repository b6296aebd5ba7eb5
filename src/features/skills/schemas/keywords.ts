/** The reason why a schema is refused, with the path to the member. */
export class SchemaFault extends Error {}

const REFUSED = new Set([
  '$async',
  '$dynamicRef',
  '$dynamicAnchor',
  '$recursiveRef',
  '$recursiveAnchor',
  '$vocabulary',
]);
const DIALECTS = new Map([
  ['json-schema.org/draft-07/schema', 'draft-07'],
  ['json-schema.org/draft/2020-12/schema', '2020-12'],
] as const);
export type Dialect = '2020-12' | 'draft-07';

export function dialectOf(schema: object): Dialect {
  const named: unknown = Reflect.get(schema, '$schema');
  if (named === undefined) return '2020-12';
  const address = typeof named === 'string' ? named.replace(/^https?:\/\//, '').replace(/#$/, '') : '';
  for (const [one, dialect] of DIALECTS) if (one === address) return dialect;
  throw new SchemaFault('$schema: must be that of draft-07 or 2020-12');
}

/** A schema must not load or wait for anything and must not refer outside itself. */
export function assertKeywords(schema: unknown, path = ''): void {
  if (typeof schema !== 'object' || schema === null) return;
  for (const [name, member] of Object.entries(schema)) {
    const here = path === '' ? name : `${path}.${name}`;
    if (REFUSED.has(name)) throw new SchemaFault(`${here}: is not supported`);
    if (name === '$ref' && typeof member === 'string' && !member.startsWith('#'))
      throw new SchemaFault(`${here}: must begin with #, within this schema`);
    assertKeywords(member, here);
  }
}
