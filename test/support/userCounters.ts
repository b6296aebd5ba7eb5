import assert from 'node:assert/strict';
import type { Database } from '../../src/lib/sql/sql.ts';
import { listUsersWithWrongCounters } from '../../support/wrongCounters.ts';

/** Asserts that a user's counters equal the counts of their rows. */
export async function assertCountersExact(db: Database, account_id: string): Promise<void> {
  assert.deepEqual([...(await listUsersWithWrongCounters(db, account_id))], []);
}
