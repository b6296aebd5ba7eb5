import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/* Time-based one-time passwords as in authenticator apps (RFC 6238): SHA-1, steps of 30 seconds, six digits. */
const STEP_MS = 30_000;
const DIGITS = 6;
const SECRET_BYTES = 20;
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

export function makeTotpSecret(): string {
  const bits = [...randomBytes(SECRET_BYTES)].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{5}/g) ?? []).map((five) => BASE32.charAt(Number.parseInt(five, 2))).join('');
}

export function totpUri(secret: string, issuer: string, account_name: string): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account_name)}`;
  return `otpauth://totp/${label}?${new URLSearchParams({ secret, issuer }).toString()}`;
}

export function totpCode(secret: string, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const digest = createHmac('sha1', fromBase32(secret)).update(counter).digest();
  const at = (digest.at(-1) ?? 0) & 0x0f;
  const number = (digest.readUInt32BE(at) & 0x7fffffff) % 10 ** DIGITS;
  return String(number).padStart(DIGITS, '0');
}

export function totpStep(now: Date): number {
  return Math.floor(now.getTime() / STEP_MS);
}

/**
 * Returns the time step of a valid code: the current step or an adjacent one. Only steps after `last_step` match, so
 * that no code is accepted twice.
 */
export function findMatchingTotpStep(
  secret: string,
  code: string,
  now: Date,
  last_step: number,
): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined;
  const current = totpStep(now);
  return [current, current - 1, current + 1].find(
    (step) => step > last_step && timingSafeEqual(Buffer.from(totpCode(secret, step)), Buffer.from(code)),
  );
}

function fromBase32(text: string): Buffer {
  const bits = Array.from(text, (letter) => BASE32.indexOf(letter).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((eight) => Number.parseInt(eight, 2)));
}
