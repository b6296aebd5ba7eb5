import { randomInt } from 'node:crypto';

/** Consonants without Y: they cannot be confused with digits and form no words. */
const ALPHABET = 'BCDFGHJKLMNPQRSTVWXZ';

/** Returns a short random code for typing. Its entropy suffices only for single use within a short time. */
export function randomCode(length: number): string {
  return Array.from({ length }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join('');
}
