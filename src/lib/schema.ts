import { Type, type Static, type TSchema, type TProperties, type TUnsafe } from 'typebox';

/** A member that may be null, in the plain `type: [..., 'null']` form that every reader of the document knows. */
export function Nullable<S extends TSchema>(schema: S): TUnsafe<Static<S> | null> {
  const plain = { ...schema } as Record<string, unknown>;
  if (typeof plain['type'] !== 'string') return Type.Unsafe({ anyOf: [schema, { type: 'null' }] });
  const values = Array.isArray(plain['enum']) ? { enum: [...plain['enum'], null] } : {};
  return Type.Unsafe({ ...plain, ...values, type: [plain['type'], 'null'] });
}

export function OneOf<const V extends readonly string[]>(
  values: V,
  options: object = {},
): TUnsafe<V[number]> {
  return Type.Unsafe({ type: 'string', enum: [...values], ...options });
}

/** What a caller sends: unknown members are dropped, because real clients send some. */
export function Input<P extends TProperties>(properties: P) {
  return Type.Object(properties, { additionalProperties: false });
}

export const Uuid = Type.String({ format: 'uuid' });
export const Timestamp = Type.String({ format: 'date-time' });
/** A time as callers write it; a body's arrives at its verb as the instant in UTC, cut to milliseconds. */
export const TimestampInput = Type.String({
  format: 'timestamp',
  description:
    'ISO-8601 date or date and time, UTC where no offset is said; in UTC from 0001-01-01 to ' +
    '9999-12-31T23:59:59.999Z. Digits beyond milliseconds are cut off.',
});

export const HttpsUrl = Type.String({
  maxLength: 2_048,
  format: 'uri',
  pattern: '^https://',
  rule: 'must be an https URL',
});

export const Page = {
  limit: Type.Integer({ minimum: 1, maximum: 100, default: 50 }),
  offset: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, default: 0 }),
};

/** What we answer: every member is there, and no other. */
export function Answer<P extends TProperties>(properties: P) {
  return Type.Object(properties, { additionalProperties: false });
}
