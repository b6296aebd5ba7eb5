import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EVERY_MS } from '../../src/service/background.ts';

test('deliveries are looked for twice a minute, counts are folded every ten minutes and checked every hour', () => {
  assert.deepEqual(EVERY_MS, {
    housekeeping: 3_600_000,
    forgetting: 3_600_000,
    collecting_files: 3_600_000,
    sweeping: 60_000,
    looking_for_a_due_backup: 60_000,
    folding_what_is_busy: 500,
    folding_all: 600_000,
    checking_counts: 3_600_000,
    looking_for_deliveries: 30_000,
  });
});
