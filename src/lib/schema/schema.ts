import { Type, type Static, type TOptional, type TProperties, type TSchema, type TUnsafe } from './type.ts';
import { schemaReasons } from './reasons.ts';

/** The rule for all times that callers send. */
export const TIME_RULE =
  'ISO-8601 date or date and time, UTC where no offset is said; in UTC from 0001-01-01 to ' +
  '9999-12-31T23:59:59.999Z. Digits beyond milliseconds are cut off.';

/** A member that may be null, in the plain `type: [..., 'null']` form that every reader of the document knows. */
export function Nullable<S extends TSchema>(schema: S): TUnsafe<Static<S> | null> {
  const plain = { ...schema } as Record<string, unknown>;
  if (typeof plain['type'] !== 'string' || 'title' in plain)
    return Type.Unsafe({ anyOf: [schema, { type: 'null' }] });
  const values = Array.isArray(plain['enum']) ? { enum: [...plain['enum'], null] } : {};
  return Type.Unsafe({ ...plain, ...values, type: [plain['type'], 'null'] });
}

export function OneOf<const V extends readonly string[]>(
  values: V,
  options: object = {},
): TUnsafe<V[number]> {
  return Type.Unsafe({ type: 'string', enum: [...values], ...options });
}

/** A copy of a schema with another description. */
export function About<S extends TSchema>(description: string, schema: S): S {
  return { ...schema, description };
}

/** Makes all members optional, for the body of a PATCH. */
export function EachOptional<P extends TProperties>(properties: P) {
  const members = Object.entries(properties).map(([name, schema]) => [name, Type.Optional(schema)]);
  return Object.fromEntries(members) as { [N in keyof P]: TOptional<P[N]> };
}

/** How the document calls a record, in one word, and what it says of it. */
type Named = { title?: string; description?: string };

/** The schema of an input: unknown members are dropped, because real clients send some. */
export function Input<P extends TProperties>(properties: P, named: Named = {}) {
  return Type.Object(properties, { ...named, additionalProperties: false });
}

export const Uuid = Type.String({ format: 'uuid' });
export const Timestamp = Type.String({ format: 'date-time' });
/** A time as callers write it; a body's arrives at its verb as the instant in UTC, cut to milliseconds. */
export const TimestampInput = TimestampAbout('');

export function TimestampAbout(description: string) {
  return Type.String({ format: 'timestamp', description: `${description} ${TIME_RULE}`.trim() });
}

export const HttpsUrl = Type.String({
  maxLength: 2_048,
  format: 'uri',
  pattern: '^https://',
  rule: schemaReasons.https_url,
});

export const Page = {
  limit: Type.Integer({
    minimum: 1,
    maximum: 100,
    default: 50,
    description: 'The maximum number of records on the page.',
  }),
  offset: Type.Integer({
    minimum: 0,
    maximum: Number.MAX_SAFE_INTEGER,
    default: 0,
    description: 'Records to skip. Add `limit` for the next page, until a page is not full.',
  }),
};

/** The members that describe a page of a list. */
export const PageEnds = {
  limit: Type.Integer({ description: 'The page size that was requested.' }),
  offset: Type.Integer({ description: 'The number of records before this page.' }),
};

export const CountedPage = {
  total: Type.Integer({ description: 'The total number of matching records on all pages.' }),
  ...PageEnds,
};

/** Ends of a page of a log, of which a request reads a bounded number of rows. */
export const SearchedPageEnds = {
  has_more: Type.Boolean({ description: 'True if another page follows.' }),
  searched_to: About(
    'Not null if older records remain that this request did not read. Send this time as `to`, without an offset, to ' +
      'continue; the page can be empty before.',
    Nullable(Timestamp),
  ),
  ...PageEnds,
};

/** The schema of an answer: all members are present, and no others. */
export function Answer<P extends TProperties>(properties: P, named: Named = {}) {
  return Type.Object(properties, { ...named, additionalProperties: false });
}

export const Person = Answer(
  {
    user_id: About('The id of the user.', Uuid),
    name: Type.String({ description: 'The full name of the user.' }),
  },
  { title: 'Person', description: 'A user, by id and name.' },
);
