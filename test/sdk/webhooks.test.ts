/* A receiver with the SDK accepts valid deliveries of the service and rejects all others. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  signWebhook,
  TenantOps,
  verifyWebhook,
  WebhookVerificationError,
  type DeliveryHeaders,
} from '../../sdk/src/main.ts';
import {
  makeSigningSecret,
  signatureHeaders,
  standardWebhooksHeaders,
  toStandardWebhooksSecret,
} from '../../src/features/webhooks/signing.ts';

const secret = makeSigningSecret();
const old_secret = makeSigningSecret();
const now = new Date('2026-03-02T09:00:00.000Z');
const body = JSON.stringify({ event: 'task.created', event_id: 'evt-1', data: { title: 'Grüße ✓' } });
const own = signatureHeaders(secret, body, now);
const standard = standardWebhooksHeaders([secret, old_secret], 'evt-1', body, now);
const BOTH: Record<string, string> = { ...own, ...standard };
const seconds = (count: number) => new Date(now.getTime() + count * 1_000);

type Case = [
  what: string,
  changes: { body?: string | Uint8Array; headers?: DeliveryHeaders; by?: string | string[]; at?: Date },
];

const GENUINE: Case[] = [
  ['an unchanged delivery', {}],
  ['with X-Webhook-Signature only', { headers: own }],
  ['with the signature of Standard Webhooks only', { headers: standard }],
  ['with a Headers object', { headers: new Headers(BOTH) }],
  ['with header names in lower case', { headers: lowered(BOTH) }],
  ['with the secret of Standard Webhooks', { by: toStandardWebhooksSecret(secret) }],
  ['with the secret before a rotation', { by: old_secret }],
  ['with either of two secrets', { headers: own, by: [old_secret, secret] }],
  ['with the body as bytes', { body: new TextEncoder().encode(body) }],
  ['five minutes old', { at: seconds(300) }],
  ['five minutes ahead', { at: seconds(-300) }],
];

for (const [what, { body: payload = body, headers = BOTH, by = secret, at = now }] of GENUINE)
  test(`verified: ${what}`, async () => {
    const event = await verifyWebhook(payload, headers, by, { now: at });
    assert.deepEqual(event, JSON.parse(body));
  });

const REFUSED: [...Case, code: string][] = [
  ['without headers', { headers: {} }, 'missing_headers'],
  ['without a time', { headers: { 'X-Webhook-Signature': BOTH['X-Webhook-Signature'] } }, 'missing_headers'],
  [
    'with two signatures of one name',
    { headers: { ...own, 'X-Webhook-Signature': ['a', 'b'] } },
    'missing_headers',
  ],
  ['older than five minutes', { at: seconds(301) }, 'old_timestamp'],
  ['newer than five minutes', { at: seconds(-301) }, 'old_timestamp'],
  ['with an invalid time', { headers: { ...own, 'X-Webhook-Timestamp': 'now' } }, 'old_timestamp'],
  ['with another body', { body: `${body} ` }, 'wrong_signature'],
  ['with another secret', { by: makeSigningSecret() }, 'wrong_signature'],
  ['with a truncated signature', { headers: { ...own, 'X-Webhook-Signature': 'ab' } }, 'wrong_signature'],
  [
    'with a signature that is not base64',
    { headers: { ...standard, 'webhook-signature': 'v1,ü' } },
    'wrong_signature',
  ],
  [
    'with another version of the scheme',
    {
      headers: { ...standard, 'webhook-signature': standard['webhook-signature']?.replaceAll('v1,', 'v2,') },
    },
    'wrong_signature',
  ],
  ['with the id of another delivery', { headers: { ...standard, 'webhook-id': 'evt-2' } }, 'wrong_signature'],
  [
    'with another time',
    { headers: { ...own, 'X-Webhook-Timestamp': String(now.getTime() / 1_000 + 1) } },
    'wrong_signature',
  ],
  ['without a secret', { by: [] }, 'wrong_signature'],
];

for (const [what, { body: payload = body, headers = BOTH, by = secret, at = now }, code] of REFUSED)
  test(`rejected: ${what}`, async () => {
    await assert.rejects(
      verifyWebhook(payload, headers, by, { now: at }),
      (error: unknown) => error instanceof WebhookVerificationError && error.code === code,
    );
  });

test('rejected: a signed body that is not JSON', async () => {
  await assert.rejects(verifyWebhook('{', signatureHeaders(secret, '{', now), secret, { now }), {
    code: 'wrong_body',
  });
});

test('an empty secret verifies no delivery, because anyone could sign with it', async () => {
  const forged = signatureHeaders('', body, now);
  for (const empty of ['', 'whsec_', [secret, '']])
    await assert.rejects(verifyWebhook(body, forged, empty, { now }), /secret of the endpoint is empty/);
});

test('verified: with crypto as a module instead of a global, as in Node 18', async () => {
  const { crypto } = globalThis;
  Object.defineProperty(globalThis, 'crypto', { value: undefined, configurable: true, writable: true });
  try {
    assert.throws(() => crypto.subtle === globalThis.crypto.subtle, TypeError);
    assert.deepEqual(await verifyWebhook(body, BOTH, secret, { now }), JSON.parse(body));
  } finally {
    Object.defineProperty(globalThis, 'crypto', { value: crypto, configurable: true, writable: true });
  }
});

test('a shorter tolerance is applied', async () => {
  const late = { now: seconds(31), toleranceSeconds: 30 };
  await assert.rejects(verifyWebhook(body, BOTH, secret, late), { code: 'old_timestamp' });
  await verifyWebhook(body, BOTH, secret, { ...late, now: seconds(30) });
});

function lowered(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

test('a signature of the SDK is that of the service', async () => {
  const headers = await signWebhook(body, secret, { now });
  const lower = lowered({ ...own, ...standardWebhooksHeaders([secret], 'evt-1', body, now) });
  assert.deepEqual(headers, { ...lower, 'content-type': 'application/json' });
  const standard_secret = toStandardWebhooksSecret(secret);
  assert.deepEqual(await signWebhook(body, standard_secret, { now }), headers);
  assert.equal((await signWebhook(body, secret, { now, eventId: 'evt-2' }))['webhook-id'], 'evt-2');
});

test('a body that the SDK signed is accepted now, and rejected after a change', async () => {
  const { webhooks } = new TenantOps({ baseUrl: 'https://ops.example.com', apiKey: 'tak_' });
  for (const payload of [body, '[]', 'null', '{"event_id":7}']) {
    const headers = await webhooks.sign(payload, secret);
    assert.deepEqual(await webhooks.verify(payload, headers, secret), JSON.parse(payload));
    await assert.rejects(webhooks.verify(`${payload} `, headers, secret), WebhookVerificationError);
  }
  await assert.rejects(webhooks.sign(body, ''), /secret of the endpoint is empty/);
});
