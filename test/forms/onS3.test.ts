import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

test('the tests of forms and of their pictures pass with a bucket in place of the folder', async () => {
  const { NODE_TEST_CONTEXT, ...env } = process.env;
  const files = ['test/forms/forms.test.ts', 'test/forms/pictures.test.ts'];
  const run = spawn(process.execPath, ['--test', '--test-reporter=dot', ...files], {
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
    env: { ...env, FILES: 's3' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(run, 'exit');
  const output = await text(run.stdout);
  const [code] = await exited;
  assert.equal(code, 0, output);
});
