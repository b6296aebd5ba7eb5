import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createHttpConnectionPool } from '../../../../src/lib/http/outgoing/pool.ts';
import { heldMemory } from '../../../support/heldMemory.ts';

const OPTIONS = { max_per_route: 2, max_idle: 5, max_idle_per_account: 3, max_age_ms: 60_000 };
const FOREVER = new AbortController().signal;

test('a released slot leaves no memory in use, whatever its key', async () => {
  const pool = createHttpConnectionPool(OPTIONS);
  const call = async (at: number) =>
    (await pool.acquire({ account_id: 'one', origin: `http://127.0.0.1:${at}` }, FOREVER))?.release();
  await call(0);
  const before = heldMemory();
  for (let at = 1; at <= 100_000; at++) await call(at);
  assert.ok(heldMemory() - before < 8, `${heldMemory() - before} MiB`);
});
