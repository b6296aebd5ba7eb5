import { createHmac, timingSafeEqual } from 'node:crypto';

const MAX_AGE_S = 300;

type Headers = { timestamp: string | undefined; signature: string | undefined };

/** Returns true if the signature is valid and the timestamp is recent. Pass the raw body, before any parsing. */
export function isGenuine(
  secret: string,
  { timestamp, signature }: Headers,
  rawBody: string | Buffer,
): boolean {
  if (timestamp === undefined || signature === undefined || !/^\d{1,12}$/.test(timestamp)) return false;
  if (Math.abs(Date.now() / 1000 - Number(timestamp)) > MAX_AGE_S) return false;
  const expected = createHmac('sha256', secret).update(`${timestamp}.`).update(rawBody).digest();
  const given = Buffer.from(signature, 'hex');
  return given.length === expected.length && timingSafeEqual(given, expected);
}
