import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { EQUIVALENTS } from './equivalents.ts';
import { findMirrors, findStaleMirrors } from './mirrors.ts';
import { isSame, listMistakes } from './support/mistakes.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

test('every source has tests that mirror it', () => {
  const files = globSync('src/**/*.ts', { cwd: ROOT });
  assert.ok(files.length > 400, `${files.length}`);
  assert.deepEqual(
    files.filter((file) => findMirrors(file).length === 0),
    [],
  );
  assert.deepEqual(findMirrors('src/nowhere/a.ts'), []);
});

test('the nearest tests come first: of the same name, of those that import it, of those that are named for it', () => {
  const found = findMirrors('src/features/tasks/tasks.ts');
  const at = ['test/tasks/change.test.ts', 'test/forms/submit.test.ts', 'test/console/work.test.ts'];
  const backoff = at.map((file) => found.indexOf(file));
  assert.deepEqual(
    backoff,
    backoff.toSorted((one, other) => one - other),
  );
  assert.ok(!backoff.includes(-1));
});

test('a feature is mirrored by the checks of every list and act too, which come last', () => {
  assert.deepEqual(findMirrors('src/features/seats/seats.ts').slice(-2), [
    'test/contracts/acts.test.ts',
    'test/contracts/lists.test.ts',
  ]);
  assert.ok(findMirrors('src/features/seats/contract.ts').includes('test/contracts/bounds.test.ts'));
  assert.ok(!findMirrors('src/lib/text/csv.ts').includes('test/contracts/acts.test.ts'));
});

test('code that checks account limits is mirrored by the tests of the limits', () => {
  assert.ok(findMirrors('src/features/forms/forms.ts').includes('test/access/limits.test.ts'));
  assert.ok(!findMirrors('src/features/forms/submissions.ts').includes('test/access/limits.test.ts'));
});

test('code that checks for a lost COMMIT is mirrored by the tests of lost responses', () => {
  assert.ok(findMirrors('src/features/accounts/accounts.ts').includes('test/faults/lostCommit.test.ts'));
  assert.ok(!findMirrors('src/features/accounts/logo.ts').includes('test/faults/lostCommit.test.ts'));
});

test('code with documented figures is mirrored by the test of these figures', () => {
  assert.ok(findMirrors('src/workers/loop.ts').includes('test/reference/figures.test.ts'));
  assert.ok(!findMirrors('src/lib/text/csv.ts').includes('test/reference/figures.test.ts'));
});

test('a file that another feature uses is mirrored by the tests of that one too', () => {
  assert.ok(findMirrors('src/features/users/counters.ts').includes('test/sessions/delete.test.ts'));
  assert.ok(!findMirrors('src/features/seats/seats.ts').includes('test/webhooks/log.test.ts'));
});

test('every file that the mirror table names exists', () => assert.deepEqual(findStaleMirrors(), []));

test('every mistake that is listed as equivalent can still be made, and has its reason', () => {
  const stale = EQUIVALENTS.filter((one) => {
    const text = readFileSync(join(ROOT, one.file), 'utf8');
    return one.reason === '' || !listMistakes(one.file, text).some((other) => isSame(one, other));
  });
  assert.deepEqual(stale, []);
});
