import type { ResponseHeader, Parameter } from '../lib/schema/openapi.ts';

type Headers = Readonly<Record<string, ResponseHeader>>;

export const REQUEST_ID: Headers = {
  'X-Request-Id': {
    description: 'The id of the request in the logs. Include it in support requests.',
    schema: { type: 'string' },
  },
};

export const REPLAYED: Headers = {
  'Idempotent-Replayed': {
    description:
      'Sent if the response is the stored response of an earlier request with the same `Idempotency-Key`.',
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
  Allow: {
    description: 'The methods that the path supports, separated by commas.',
    schema: { type: 'string' },
  },
};

export const AUTHENTICATE: Headers = {
  'WWW-Authenticate': {
    description: 'The way to present a credential: `Bearer`, or `Basic` if the app used HTTP Basic.',
    schema: { type: 'string' },
  },
};

export const IDEMPOTENCY_KEY_PARAMETER: Parameter = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'A unique key that you generate, such as a UUID. The same request with the same key within 24 hours gets the first ' +
    'response again, with `Idempotent-Replayed: true`. Use it to retry a POST safely after a lost response.',
  schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[\\x21-\\x7e]{1,255}$' },
  example: '0f6c1f52-6f0e-4d0b-9c39-2f8f1b0a7d11',
};
