import { randomInt } from 'node:crypto';

/** Letters that are not mistaken for others and do not form words. */
const ALPHABET = 'BCDFGHJKLMNPQRSTVWXZ';

/** A short code to type; only for short and single use. */
export function randomCode(length: number): string {
  return Array.from({ length }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join('');
}
