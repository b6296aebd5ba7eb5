import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

/* Tests the secret search that every world runs on its database and log when it ends. */
const PLANTED = fileURLToPath(new URL('../support/fixtures/plantedSeries.ts', import.meta.url));

async function plant(what: string): Promise<{ code: number | null; output: string }> {
  const { NODE_TEST_CONTEXT, ...env } = process.env;
  const run = spawn(process.execPath, [PLANTED], {
    env: { ...env, PLANT: what },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [output, [code]] = await Promise.all([text(run.stdout), once(run, 'close')]);
  return { code, output };
}

const FOUND: [string, RegExp][] = [
  ['a token in a row', /the database holds in clear: accounts: tos_/],
  ['a password in bytes', /the database holds in clear: sign_in_failures: correct horse battery/],
  ['a sealed secret in a row', /the database holds in clear: accounts: twenty letters long!/],
  ['a token in the log', /the log holds in clear: tos_/],
];

for (const [what, complaint] of FOUND) {
  test(`${what} fails the test file that caused it`, async () => {
    const { code, output } = await plant(what);
    assert.match(output, complaint);
    assert.equal(code, 1);
  });
}

test('a test file without leftovers passes', async () => {
  assert.equal((await plant('nothing')).code, 0);
});
