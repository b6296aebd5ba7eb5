import { createHmac, timingSafeEqual } from 'node:crypto';

const MAX_AGE_S = 300;

type Headers = { timestamp: string | undefined; signature: string | undefined };

/** Whether a delivery is ours and fresh. Give it the raw body, as it came, before any parsing. */
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
