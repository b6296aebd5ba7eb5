import { Type, type Static, type TOptional, type TProperties, type TSchema, type TUnsafe } from './type.ts';
import type { FailureDetails } from '../errors.ts';
import { untranslated } from '../text/reasons.ts';
import { schemaReasons } from './reasons.ts';

/** Description of the accepted timestamps, for the OpenAPI document. */
export const TIME_RULE =
  'ISO-8601 date or date and time, in UTC unless it has an offset; in UTC from 0001-01-01 to ' +
  '9999-12-31T23:59:59.999Z. Digits beyond milliseconds are truncated.';

/**
 * Makes a member nullable, in the form `type: [..., 'null']`, which every OpenAPI tool understands. Schemas with a
 * title use `anyOf`.
 */
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

/** Returns a copy of the schema with another description. */
export function About<S extends TSchema>(description: string, schema: S): S {
  return { ...schema, description };
}

/** Makes all members optional, for the body of a PATCH. */
export function EachOptional<P extends TProperties>(properties: P) {
  const members = Object.entries(properties).map(([name, schema]) => [name, Type.Optional(schema)]);
  return Object.fromEntries(members) as { [N in keyof P]: TOptional<P[N]> };
}

/** The name (one word) and description of a record in the OpenAPI document. */
type Annotations = { title?: string; description?: string };

/** Schema of an input. Unknown members are removed, because existing clients send some. */
export function Input<P extends TProperties>(properties: P, annotations: Annotations = {}) {
  return Type.Object(properties, { ...annotations, additionalProperties: false });
}

export const Uuid = Type.String({ format: 'uuid' });

const MOST_IDS = 100;
const ANY_UUID = '[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}';
/** Ids in a query, separated by commas. `idsOf` splits them. */
export const IdList = Type.String({
  maxLength: MOST_IDS * 37 - 1,
  pattern: `^${ANY_UUID}(,${ANY_UUID})*$`,
  description: `Only these records: up to ${MOST_IDS} ids, separated by commas. Unknown ids are ignored.`,
  rule: untranslated(`must be 1 to ${MOST_IDS} ids, separated by commas`),
});

export const Timestamp = Type.String({ format: 'date-time' });
/** A timestamp in an input. In a body it is converted to UTC and truncated to milliseconds. */
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

/** Members that describe the position of a page in a list. */
export const PagePosition = {
  limit: Type.Integer({ description: 'The page size that was requested.' }),
  offset: Type.Integer({ description: 'The number of records before this page.' }),
};

export const CountedPage = {
  total: Type.Integer({ description: 'The total number of matching records on all pages.' }),
  ...PagePosition,
};

/** Members of a page of a log. A request reads a limited number of rows. */
export const SearchedPageMembers = {
  has_more: Type.Boolean({ description: 'True if another page follows.' }),
  searched_to: About(
    'Not null if older records remain that this request did not read. Send this time as `to`, without an offset, to ' +
      'continue; the page can be empty before.',
    Nullable(Timestamp),
  ),
  ...PagePosition,
};

/** Schema of a response: all members are required, and no others are allowed. */
export function Answer<P extends TProperties>(properties: P, annotations: Annotations = {}) {
  return Type.Object(properties, { ...annotations, additionalProperties: false });
}

export const Person = Answer(
  {
    user_id: About('The id of the user.', Uuid),
    name: Type.String({ description: 'The full name of the user.' }),
  },
  { title: 'Person', description: 'A user, by id and name.' },
);

/** The member of an edit with the values that the editor saw before the change. */
export const ExpectedValuesInput = Type.Optional(
  Type.Unsafe<Record<string, unknown>>({ type: 'object', maxProperties: 50 }),
);

/** Structured details of a stored reason. Null if an earlier version or another program stored the reason. */
export const ReasonDetails = Nullable(Type.Unsafe<FailureDetails>({ type: 'object' }));
