import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findMirrors } from './mirrors.ts';
import { readSeed, readTier, selectTier } from './support/options.ts';

test('a seed is the given number', () => {
  assert.equal(readSeed('7'), 7);
  assert.equal(readSeed('0'), 0);
});

test('a random seed is printed as a number that can be given again', () => {
  const seeds = Array.from({ length: 20 }, () => readSeed('random'));
  assert.ok(new Set(seeds).size > 1);
  for (const seed of seeds) assert.equal(readSeed(String(seed)), seed);
});

test('another argument is neither a seed nor a tier', () => {
  for (const text of ['', 'randon', '7.5', 'NaN']) assert.throws(() => readSeed(text), /--seed/);
  assert.throws(() => readTier('second'), /--tier/);
});

test('the first tier has only mirrors that `npm test` runs', () => {
  const mirrors = findMirrors('src/features/webhooks/sending/sender.ts');
  const first = selectTier(mirrors, readTier('first'));
  assert.ok(mirrors.includes('test/webhooks/queueAgeMetric.test.ts'));
  assert.ok(!first.includes('test/webhooks/queueAgeMetric.test.ts'));
  assert.ok(first.includes('test/webhooks/deliver.test.ts'));
  assert.deepEqual(selectTier(mirrors, readTier('all')), mirrors);
});
