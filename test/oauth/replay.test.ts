import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isReplay } from '../../src/features/oauth/replay.ts';

const after = (used_since_ms: number | null, is_succeeded = false) => ({ used_since_ms, is_succeeded });

test('a second use is a replay if its request arrived more than a second later', () => {
  assert.equal(isReplay(after(1_000), 0), false);
  assert.equal(isReplay(after(1_001), 0), true);
  assert.equal(isReplay(after(1_500), 500), false);
  assert.equal(isReplay(after(1_501), 500), true);
});

test('a second use is a replay immediately after the tokens of the first use were used', () => {
  assert.equal(isReplay(after(0, true), 0), true);
  assert.equal(isReplay(after(0), 0), false);
});
