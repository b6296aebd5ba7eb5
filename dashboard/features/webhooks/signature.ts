import { relativeTime } from '../../format/time.ts';
import { t } from '../../language/t.ts';

/** The signature as a receiver computes it: lowercase hex HMAC-SHA256 of `<timestamp>.<raw body>`. */
async function signatureOf(secret: string, timestamp: string, body: string): Promise<string> {
  const encoder = new TextEncoder();
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', encoder.encode(secret), algorithm, false, ['sign']);
  const signed = await crypto.subtle.sign('HMAC', key, encoder.encode(`${timestamp}.${body}`));
  return [...new Uint8Array(signed)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

export type Check = { secret: string; timestamp: string; signature: string; body: string };
export type SignatureVerdict = { isGood: boolean; text: string };

const WINDOW_S = 300;

/** The verdict of a careful receiver and its reason. */
export async function checkSignature(
  { secret, timestamp, signature, body }: Check,
  now_ms: number,
): Promise<SignatureVerdict> {
  if (!/^\d{9,11}$/.test(timestamp))
    return { isGood: false, text: t('The timestamp must be in Unix seconds.') };
  const expected = await signatureOf(secret.trim(), timestamp, body);
  if (expected !== signature.trim().toLowerCase())
    return { isGood: false, text: t('The signature does not match. Expected {expected}', { expected }) };
  const age_s = Math.round(now_ms / 1000) - Number(timestamp);
  if (age_s > WINDOW_S)
    return {
      isGood: true,
      text: t(
        'The signature is valid, but too old: it was created at {toISOString}, and receivers accept five minutes.',
        { toISOString: relativeTime(new Date(Number(timestamp) * 1_000).toISOString(), now_ms) },
      ),
    };
  return { isGood: true, text: t('The signature is valid and recent enough.') };
}
