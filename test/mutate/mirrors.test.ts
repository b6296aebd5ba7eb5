import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { EQUIVALENTS } from './equivalents.ts';
import { findMirrors, findStaleMirrors } from './mirrors.ts';
import { isSameMistake, listMistakes } from './support/mistakes.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

test('every source file has tests that mirror it', () => {
  const files = globSync('src/**/*.ts', { cwd: ROOT });
  assert.ok(files.length > 400, `${files.length}`);
  assert.deepEqual(
    files.filter((file) => findMirrors(file).length === 0),
    [],
  );
  assert.deepEqual(findMirrors('src/nowhere/a.ts'), []);
});

test('the nearest tests come first: those of the same name, then those that import it, then those named after it', () => {
  const found = findMirrors('src/features/tasks/tasks.ts');
  const at = ['test/tasks/change.test.ts', 'test/forms/submit.test.ts', 'test/console/work.test.ts'];
  const backoff = at.map((file) => found.indexOf(file));
  assert.deepEqual(
    backoff,
    backoff.toSorted((one, other) => one - other),
  );
  assert.ok(!backoff.includes(-1));
});

test('the checks of every list and every write operation also mirror a feature, and come last', () => {
  assert.deepEqual(findMirrors('src/features/seats/seats.ts').slice(-2), [
    'test/contracts/acts.test.ts',
    'test/contracts/lists.test.ts',
  ]);
  assert.ok(findMirrors('src/features/seats/contract.ts').includes('test/contracts/bounds.test.ts'));
  assert.ok(!findMirrors('src/lib/text/csv.ts').includes('test/contracts/acts.test.ts'));
});

test('the tests of the limits mirror code that checks account limits', () => {
  assert.ok(findMirrors('src/features/forms/forms.ts').includes('test/access/limits.test.ts'));
  assert.ok(!findMirrors('src/features/forms/submissions.ts').includes('test/access/limits.test.ts'));
});

test('the tests of lost responses mirror code that checks for a lost COMMIT', () => {
  assert.ok(findMirrors('src/features/accounts/accounts.ts').includes('test/faults/lostCommit.test.ts'));
  assert.ok(!findMirrors('src/features/accounts/logo.ts').includes('test/faults/lostCommit.test.ts'));
});

test('the test of documented figures mirrors code with such figures', () => {
  assert.ok(findMirrors('src/workers/loop.ts').includes('test/reference/figures.test.ts'));
  assert.ok(!findMirrors('src/lib/text/csv.ts').includes('test/reference/figures.test.ts'));
});

test('the tests of a feature also mirror a file that it uses from another feature', () => {
  assert.ok(findMirrors('src/features/users/counters.ts').includes('test/sessions/delete.test.ts'));
  assert.ok(!findMirrors('src/features/seats/seats.ts').includes('test/webhooks/log.test.ts'));
});

test('every file that the mirror table names exists', () => assert.deepEqual(findStaleMirrors(), []));

test('every mutation that is listed as equivalent still applies, and has a reason', () => {
  const stale = EQUIVALENTS.filter((one) => {
    const text = readFileSync(join(ROOT, one.file), 'utf8');
    return one.reason === '' || !listMistakes(one.file, text).some((other) => isSameMistake(one, other));
  });
  assert.deepEqual(stale, []);
});
