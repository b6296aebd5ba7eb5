/* `npm test` and `npm run check` as processes, with arguments that select a part. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const NAMED = fileURLToPath(new URL('fixtures/named.ts', import.meta.url));

async function runScript(...args: string[]): Promise<{ code: unknown; stdout: string }> {
  const { NODE_TEST_CONTEXT, TEST_POSTGRES, TEST_CITUS, ...env } = process.env;
  const child = spawn(process.execPath, args, { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'inherit'] });
  const [stdout, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  return { code, stdout };
}

async function runNamed(name: string) {
  const { code, stdout } = await runScript('test/support/run.ts', NAMED, '-t', name);
  return { code, passed: [...stdout.matchAll(/^✔ (.+) \(\S+ms\)$/gm)].map(([, found]) => found), stdout };
}

const WHOLE = '400 for a Größe of (a+b) [x]* "q" $5 | y';

for (const name of [WHOLE, '(a+b) [x]*', '"q" $5 |', 'Größe of'.normalize('NFD')])
  test(`-t ${JSON.stringify(name)} runs the test that contains it, and no other`, async () => {
    const { code, passed } = await runNamed(name);
    assert.deepEqual([code, passed], [0, [WHOLE]]);
  });

test('control: both tests run if both contain the name', async () => {
  assert.equal((await runNamed('Größe')).passed.length, 2);
});

test('a name that no test contains fails the run with one sentence', async () => {
  const { code, stdout } = await runNamed('Grösse');
  assert.equal(code, 1);
  assert.match(stdout, /^no test of these files has a name that contains Grösse$/m);
});

for (const [files, expected] of [
  [['docs/contract.md'], ['oxfmt --check']],
  [
    ['README.md', 'docs/gone.md'],
    ['oxfmt --check', 'node scripts/settings-table.ts --check'],
  ],
] as const)
  test(`only changed files are checked: ${files.join(', ')}`, async () => {
    const { code, stdout } = await runScript('scripts/check.ts', '--changed', ...files);
    assert.deepEqual([code, stdout.trimEnd().split('\n')], [0, expected.map((command) => `ok   ${command}`)]);
  });

test('a changed source file is checked for types and lint, without the search for dead code', async () => {
  const { code, stdout } = await runScript('scripts/check.ts', '--changed', 'support/freePort.ts', 'gone.ts');
  assert.equal(code, 0, stdout);
  assert.deepEqual(stdout.match(/(?<=^ok {3})\w+/gm), ['oxfmt', 'tsc', 'oxlint']);
});
