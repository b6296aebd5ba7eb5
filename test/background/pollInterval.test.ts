import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EVERY_MS } from '../../src/service/background.ts';

test('deliveries are polled twice a minute, counts are rolled up every ten minutes and checked every hour', () => {
  assert.deepEqual(EVERY_MS, {
    housekeeping: 3_600_000,
    deleting_expired_rows: 3_600_000,
    deleting_orphan_files: 3_600_000,
    closing_silent_sessions: 60_000,
    polling_for_due_backup: 60_000,
    rolling_up_busy_lists: 500,
    rolling_up_all_lists: 600_000,
    checking_counts: 3_600_000,
    polling_for_deliveries: 30_000,
  });
});
