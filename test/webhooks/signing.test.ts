import assert from 'node:assert/strict';
import { createHash, randomBytes, randomInt } from 'node:crypto';
import { test } from 'node:test';
import {
  makeSigningSecret,
  signatureHeaders,
  standardWebhooksHeaders,
  toStandardWebhooksSecret,
} from '../../src/features/webhooks/signing.ts';

test('10,000 fuzzed payloads verify against an HMAC written from the RFC', () => {
  for (let round = 0; round < 10_000; round++) {
    const secret = makeSigningSecret();
    const body = JSON.stringify({ text: randomText(), number: randomInt(1e9), round });
    const sent_at = new Date(randomInt(2_000_000_000) * 1000 + randomInt(1000));
    const headers = signatureHeaders(secret, body, sent_at);
    const timestamp = String(Math.floor(sent_at.getTime() / 1000));
    assert.equal(headers['X-Webhook-Timestamp'], timestamp);
    assert.equal(headers['X-Webhook-Signature'], hmac(secret, `${timestamp}.${body}`).toString('hex'));
  }
});

test('the standard headers contain one signature for each secret, over id, time and body', () => {
  const sent_at = new Date('2026-03-02T09:00:00.900Z');
  const headers = standardWebhooksHeaders(['a'.repeat(64), 'b'.repeat(64)], 'evt-1', '{}', sent_at);
  const [first, second] = ['a', 'b'].map((letter) =>
    hmac(letter.repeat(64), 'evt-1.1772442000.{}').toString('base64'),
  );
  assert.deepEqual(headers, {
    'webhook-id': 'evt-1',
    'webhook-timestamp': '1772442000',
    'webhook-signature': `v1,${first} v1,${second}`,
  });
  assert.equal(toStandardWebhooksSecret('ab'), 'whsec_YWI=');
});

/** Computes HMAC-SHA256 by hand after RFC 2104, as an independent implementation. */
function hmac(key: string, text: string): Buffer {
  const block = Buffer.alloc(64);
  Buffer.from(key).copy(block);
  const pad = (byte: number) => Buffer.from(block.map((value) => value ^ byte));
  const sha256 = (...parts: (Buffer | string)[]) =>
    parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest();
  return sha256(pad(0x5c), sha256(pad(0x36), text));
}

function randomText(): string {
  return randomBytes(randomInt(200)).toString(randomInt(2) === 0 ? 'utf8' : 'latin1');
}
