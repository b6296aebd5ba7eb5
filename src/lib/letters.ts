import { randomInt } from 'node:crypto';

/** Without letters that are read for another or make words. */
const ALPHABET = 'BCDFGHJKLMNPQRSTVWXZ';

/** A short code for people to type; only good for a short while and single use. */
export function randomLetters(length: number): string {
  return Array.from({ length }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join('');
}
