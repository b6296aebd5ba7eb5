import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const BENCH = fileURLToPath(new URL('../../bench/webhooks/kill.ts', import.meta.url));

test('four rounds of kill -9 and one of a pause lose nothing, and every duplicate was in flight and has the same id', async (t) => {
  const bench = spawn(process.execPath, [BENCH, '5', '0'], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [printed, [code]] = await Promise.all([text(bench.stdout), once(bench, 'exit')]);
  t.diagnostic(printed.trim());
  assert.equal(code, 0);
});
