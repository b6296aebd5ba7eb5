import type { Parameter } from '../lib/schema/openapi.ts';

/** The two signature headers of the contract, then the three headers of Standard Webhooks. */
export const DELIVERY_HEADERS: readonly Parameter[] = [
  {
    name: 'X-Webhook-Timestamp',
    in: 'header',
    required: true,
    description: 'Unix time of the attempt in seconds.',
    schema: { type: 'string', pattern: '^\\d+$' },
    example: '1772442000',
  },
  {
    name: 'X-Webhook-Signature',
    in: 'header',
    required: true,
    description:
      'Lowercase hex HMAC-SHA256 of `<timestamp>.<raw body>`, keyed with the secret of the endpoint as text.',
    schema: { type: 'string', pattern: '^[0-9a-f]{64}$' },
    example: '3f6f1d0b8f6a4c2f9f6f0c5d1c0a7b9e8d7c6b5a49382716051423324150617f',
  },
  {
    name: 'webhook-id',
    in: 'header',
    required: true,
    description: 'The `event_id` of the body, as Standard Webhooks names it: the same on every attempt.',
    schema: { type: 'string', pattern: '^evt-[0-9a-f-]{36}$' },
    example: 'evt-0198f0c4-7c5e-757c-97c8-267db4b2c89f',
  },
  {
    name: 'webhook-timestamp',
    in: 'header',
    required: true,
    description: 'Unix time of the attempt in seconds, as Standard Webhooks names it.',
    schema: { type: 'string', pattern: '^\\d+$' },
    example: '1772442000',
  },
  {
    name: 'webhook-signature',
    in: 'header',
    required: true,
    description:
      'One or two signatures of Standard Webhooks with a space between: `v1,` and the base64 of the HMAC-SHA256 of ' +
      '`<webhook-id>.<webhook-timestamp>.<raw body>`. The key is the `whsec_…` form of the secret without the prefix, decoded from ' +
      'base64. For a day after a rotation, the second signature is made with the old secret.',
    schema: {
      type: 'string',
      pattern: '^v1,[A-Za-z0-9+/]{43}=( v1,[A-Za-z0-9+/]{43}=)*$',
    },
    example: 'v1,P28dC49qTC+fbwxdHAp7no18a1pJOCcWBRQjMkFQYX8=',
  },
];
