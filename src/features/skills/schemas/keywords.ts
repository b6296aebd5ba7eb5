/** An invalid or unsupported schema. The message contains the path of the member. */
export class InvalidSchemaError extends Error {}

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
export type SchemaDialect = '2020-12' | 'draft-07';

export function schemaDialectOf(schema: object): SchemaDialect {
  const named: unknown = Reflect.get(schema, '$schema');
  if (named === undefined) return '2020-12';
  const address = typeof named === 'string' ? named.replace(/^https?:\/\//, '').replace(/#$/, '') : '';
  for (const [one, dialect] of DIALECTS) if (one === address) return dialect;
  throw new InvalidSchemaError('$schema: must be that of draft-07 or 2020-12');
}

/** Rejects keywords that load or await other schemas, and references outside the schema. */
export function assertSupportedKeywords(schema: unknown, path = ''): void {
  if (typeof schema !== 'object' || schema === null) return;
  for (const [name, member] of Object.entries(schema)) {
    const here = path === '' ? name : `${path}.${name}`;
    if (REFUSED.has(name)) throw new InvalidSchemaError(`${here}: is not supported`);
    if (name === '$ref' && typeof member === 'string' && !member.startsWith('#'))
      throw new InvalidSchemaError(`${here}: must begin with #, within this schema`);
    assertSupportedKeywords(member, here);
  }
}
