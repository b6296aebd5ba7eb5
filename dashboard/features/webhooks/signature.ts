import { relativeTime } from '../../format/time.ts';
import { t } from '../../language/t.ts';

/** Returns the signature as a receiver computes it: lowercase hex HMAC-SHA256 of `<timestamp>.<raw body>`. */
async function signatureOf(secret: string, timestamp: string, body: string): Promise<string> {
  const encoder = new TextEncoder();
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', encoder.encode(secret), algorithm, false, ['sign']);
  const signed = await crypto.subtle.sign('HMAC', key, encoder.encode(`${timestamp}.${body}`));
  return [...new Uint8Array(signed)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

export type SignatureCheckInput = { secret: string; timestamp: string; signature: string; body: string };
export type SignatureCheckResult = { isValid: boolean; text: string };

const WINDOW_S = 300;

/** Returns the result of a full verification, with its reason. */
export async function checkSignature(
  { secret, timestamp, signature, body }: SignatureCheckInput,
  now_ms: number,
): Promise<SignatureCheckResult> {
  if (!/^\d{9,11}$/.test(timestamp))
    return { isValid: false, text: t('The timestamp must be in Unix seconds.') };
  const expected = await signatureOf(secret.trim(), timestamp, body);
  if (expected !== signature.trim().toLowerCase())
    return { isValid: false, text: t('The signature does not match. Expected {expected}', { expected }) };
  const age_s = Math.round(now_ms / 1000) - Number(timestamp);
  if (age_s > WINDOW_S)
    return {
      isValid: true,
      text: t(
        'The signature is valid but too old: it was created {age}, and receivers accept signatures for five minutes.',
        { age: relativeTime(new Date(Number(timestamp) * 1_000).toISOString(), now_ms) },
      ),
    };
  return { isValid: true, text: t('The signature is valid and recent enough.') };
}
