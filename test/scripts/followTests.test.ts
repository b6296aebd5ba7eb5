import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const FIXTURE = fileURLToPath(new URL('../support/fixtures/followed/series.ts', import.meta.url));
const FOLLOW_TESTS = new URL('../support/followTests.ts', import.meta.url).href;
const WITHIN_MS = 600_000;
/** Control: tracks nothing, so that code belongs to no test. */
const FOLLOW_NOTHING = `data:text/javascript,${encodeURIComponent(`
  import asyncHooks from 'node:async_hooks';
  asyncHooks.createHook = () => ({ enable() {}, disable() {} });
  asyncHooks.executionAsyncId = () => 0;
`)}`;

async function report(...flags: string[]): Promise<string> {
  const { NODE_TEST_CONTEXT, ...env } = process.env;
  const run = spawn(process.execPath, [...flags, '--test-reporter=tap', FIXTURE], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
    timeout: WITHIN_MS,
  });
  const [output] = await Promise.all([text(run.stdout), once(run, 'close')]);
  const lines = output.split('\n');
  const said = lines.filter((line) => line.startsWith('said:'));
  return [...said, ...lines.filter((line) => /ok \d|Subtest:|error:/.test(line))].join('\n');
}

test('tests that are followed by their context are reported as node:test reports them', async () => {
  const [followed, plain, blind] = await Promise.all([
    report('--import', FOLLOW_TESTS),
    report(),
    report('--import', FOLLOW_NOTHING),
  ]);
  assert.match(plain, /not ok \d - fails by what it left to a timer/);
  assert.match(plain, /not ok \d - fails by a promise that nothing awaits/);
  assert.match(plain, /quick is over[^]*slow is over[^]*the file is over[^]*the second file begins/);
  assert.equal(followed, plain);
  assert.notEqual(blind, plain);
});
