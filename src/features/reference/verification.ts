export const TYPESCRIPT_SIGNATURE_CHECK = `import { createHmac, timingSafeEqual } from 'node:crypto';

const FIVE_MINUTES = 300;

export function isGenuine(
  headers: Headers,
  rawBody: string,
  secret: string,
): boolean {
  const timestamp = headers.get('X-Webhook-Timestamp') ?? '';
  if (!/^\\d+$/.test(timestamp)) return false;
  const age = Date.now() / 1000 - Number(timestamp);
  if (Math.abs(age) > FIVE_MINUTES) return false;

  const expected = createHmac('sha256', secret)
    .update(\`\${timestamp}.\${rawBody}\`)
    .digest('hex');
  const given = headers.get('X-Webhook-Signature') ?? '';
  if (!/^[0-9a-f]{64}$/.test(given)) return false;
  return timingSafeEqual(
    Buffer.from(given),
    Buffer.from(expected),
  );
}`;

export const PYTHON_SIGNATURE_CHECK = `import hashlib
import hmac
import time

FIVE_MINUTES = 300


def is_genuine(headers, raw_body: bytes, secret: str) -> bool:
    timestamp = headers.get("X-Webhook-Timestamp", "")
    if not (timestamp.isascii() and timestamp.isdigit()):
        return False
    if abs(time.time() - int(timestamp)) > FIVE_MINUTES:
        return False

    signed = timestamp.encode() + b"." + raw_body
    expected = hmac.new(secret.encode(), signed, hashlib.sha256).hexdigest()
    given = headers.get("X-Webhook-Signature", "")
    return hmac.compare_digest(given.encode(), expected.encode())`;

export const STANDARD_WEBHOOKS_CHECK = `import { createHmac, timingSafeEqual } from 'node:crypto';

const FIVE_MINUTES = 300;

export function isGenuine(
  headers: Headers,
  rawBody: string,
  secret: string,
): boolean {
  const id = headers.get('webhook-id') ?? '';
  const timestamp = headers.get('webhook-timestamp') ?? '';
  if (!/^\\d+$/.test(timestamp)) return false;
  const age = Date.now() / 1000 - Number(timestamp);
  if (Math.abs(age) > FIVE_MINUTES) return false;

  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const expected = createHmac('sha256', key)
    .update(\`\${id}.\${timestamp}.\${rawBody}\`)
    .digest('base64');
  const given = headers.get('webhook-signature') ?? '';
  return given.split(' ').some((signature) =>
    isSame(signature, \`v1,\${expected}\`),
  );
}

function isSame(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}`;
