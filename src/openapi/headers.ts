import type { ResponseHeader, Parameter } from '../lib/schema/openapi.ts';

type Headers = Readonly<Record<string, ResponseHeader>>;

export const REQUEST_ID: Headers = {
  'X-Request-Id': {
    description: 'The id of the request in our logs: name it when you ask us about one.',
    schema: { type: 'string' },
  },
};

export const REPLAYED: Headers = {
  'Idempotent-Replayed': {
    description: 'Sent where the answer is that of an earlier request with the same `Idempotency-Key`.',
    schema: { type: 'string', enum: ['true'] },
  },
};

export const RETRY_AFTER: Headers = {
  'Retry-After': {
    description: 'The seconds to wait before the next attempt.',
    schema: { type: 'integer', minimum: 1 },
  },
};

export const ALLOW: Headers = {
  Allow: { description: 'The methods that the path takes, with commas between.', schema: { type: 'string' } },
};

export const AUTHENTICATE: Headers = {
  'WWW-Authenticate': {
    description: 'The way to present a credential: `Bearer`, or `Basic` if the app used HTTP Basic.',
    schema: { type: 'string' },
  },
};

export const IDEMPOTENCY_KEY: Parameter = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'A key of your own making, a UUID for instance. The same key and request within 24 hours get the first ' +
    'answer again, with `Idempotent-Replayed: true`, so that a POST whose answer was lost can be sent again.',
  schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[\\x21-\\x7e]{1,255}$' },
  example: '0f6c1f52-6f0e-4d0b-9c39-2f8f1b0a7d11',
};
