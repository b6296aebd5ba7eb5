import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { cleanEnvironment } from '../../support/environment.ts';

const LATE = fileURLToPath(new URL('support/lateMetrics.ts', import.meta.url));

test('a process that does not respond still counts with its last values', async () => {
  const first = spawn(process.execPath, [LATE], {
    env: cleanEnvironment({}),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  after(() => first.kill('SIGKILL'));
  let was_complete = false;
  for await (const sum of createInterface({ input: first.stdout })) {
    if (was_complete) return assert.equal(sum, 'counted 3');
    was_complete = sum === 'counted 3';
  }
  assert.fail('it has ended');
});
