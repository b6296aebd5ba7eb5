import assert from 'node:assert/strict';
import { syncBuiltinESMExports } from 'node:module';
import { after, before, mock, test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { createResultWriter } from '../../src/features/webhooks/sending/resultWriter.ts';
import type { DeliveryResult } from '../../src/features/webhooks/sending/sql/results.ts';
import { newId } from '../../src/lib/ids.ts';
import { createLog } from '../../src/lib/log.ts';

const NOW = new Date('2026-03-02T09:00:00.000Z');
const MOST_TRIES = 8;
const LONGEST_PAUSE_MS = 5_000;
const logged: { msg: string; attempt: number; deliveries: number }[] = [];
const log = createLog('info', { write: (line) => void logged.push(JSON.parse(line)) });

// The test advances the pauses between attempts.
before(() => setTimers(() => mock.timers.enable({ apis: ['setTimeout'] })));
after(() => setTimers(() => mock.timers.reset()));

function setTimers(change: () => void): void {
  change();
  syncBuiltinESMExports();
}

function delivered(): DeliveryResult {
  const at = NOW.toISOString();
  return {
    account_id: newId(NOW),
    endpoint_id: newId(NOW),
    event_id: newId(NOW),
    id: newId(NOW),
    claim_id: newId(NOW),
    leased_until: at,
    settled_at: at,
    attempted_at: at,
    due_at: null,
    attempt: 1,
    verdict: 'delivered',
    counts_as_failure: false,
    outcome: 'delivered',
    status: 204,
    address: null,
    answer: null,
    request_head: null,
    answer_head: null,
    dns_ms: null,
    connect_ms: null,
    first_byte_ms: null,
    total_ms: 1,
  };
}

/** Writes a result while the database is unavailable for a number of attempts. */
async function settleAfter(failures: number): Promise<{ tries: number; written: number; ended: boolean }> {
  const seen = { tries: 0, written: 0, ended: false };
  const write = async (some: readonly DeliveryResult[]) => {
    seen.tries++;
    if (seen.tries <= failures) throw new Error('the database is away');
    seen.written += some.length;
  };
  void createResultWriter({ write, log })
    .add(delivered())
    .then(() => (seen.ended = true));
  for (let pause = 0; pause <= MOST_TRIES + 1; pause++) {
    await turn();
    mock.timers.tick(LONGEST_PAUSE_MS);
  }
  await turn();
  return seen;
}

test('a result is written at the eighth attempt, when the database is available again', async () => {
  for (const failures of [0, 1, MOST_TRIES - 1])
    assert.deepEqual(await settleAfter(failures), { tries: failures + 1, written: 1, ended: true });
});

test('each failed attempt to write a result is logged', async () => {
  logged.length = 0;
  await settleAfter(2);
  assert.deepEqual(
    logged.map(({ msg, attempt, deliveries }) => [msg, attempt, deliveries]),
    [
      ['batch of delivery results not written', 1, 1],
      ['batch of delivery results not written', 2, 1],
    ],
  );
});

test('a result is given up after the eighth failed write, and another sender repeats the delivery attempt', async () => {
  assert.deepEqual(await settleAfter(MOST_TRIES), { tries: MOST_TRIES, written: 0, ended: true });
});
