import { randomInt } from 'node:crypto';
import { shardOf } from '../../support/shards.ts';

export type Tier = 'first' | 'all';

const LARGEST_SEED = 1_000_000_000;

/** Draws a new seed for `random`. */
export function readSeed(text: string): number {
  if (text === 'random') return randomInt(LARGEST_SEED);
  const seed = Number(text);
  if (text.trim() === '' || !Number.isSafeInteger(seed))
    throw new Error(`--seed: must be a whole number or "random", not "${text}"`);
  return seed;
}

export function readTier(text: string): Tier {
  if (text === 'first' || text === 'all') return text;
  throw new Error(`--tier: must be "first" or "all", not "${text}"`);
}

/** `npm test` runs the tests of the first tier; `npm run test:all` runs all. */
export function selectTier(tests: readonly string[], tier: Tier): string[] {
  return tests.filter((test) => tier === 'all' || shardOf(test).is_first_tier);
}
