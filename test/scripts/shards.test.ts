import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { matchesGlob } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { parseTestArguments } from '../support/arguments.ts';
import { findTestsOf } from '../support/changedFiles.ts';
import { listTestFiles, SHARDS, shardOf } from '../support/shards.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const everyFile = listTestFiles(ROOT, () => true);

/**
 * Matches a fixed wait or a measured time: the first tier must pass on any machine, however busy. A held clock may
 * start at the current time (`held_ms`).
 */
const CLOCK = /\bsetTimeout as\b|(?<!')\bsetTimeout\(|\bsleep\(|(?<!\bheld_ms = )performance\.now\(/;
/**
 * Files that only measure that something was not too early, start a child process that ends on its own, or take the
 * place of a timer. All are safe on any machine.
 */
const LOWER_BOUNDS = [
  'test/webhooks/localSending.test.ts',
  'test/scripts/shards.test.ts',
  'test/lib/log.test.ts',
  'test/lib/http/readerLimits.test.ts',
];

function readText(path: string): string {
  return readFileSync(`${ROOT}${path}`, 'utf8');
}

function findClocks(files: readonly string[], read: (file: string) => string): string[] {
  return files
    .filter((file) => !LOWER_BOUNDS.some((pattern) => matchesGlob(file, pattern)))
    .filter((file) => CLOCK.test(read(file)));
}

test('each test file runs in exactly one shard', () => {
  const sharded = SHARDS.flatMap((shard) => listTestFiles(ROOT, (one) => one === shard));
  assert.deepEqual(sharded.toSorted(), everyFile);
});

test('each pattern of a shard names a file', () => {
  const stale = SHARDS.flatMap(({ files }) => files).filter(
    (pattern) => !everyFile.some((file) => matchesGlob(file, pattern)),
  );
  assert.deepEqual(stale, []);
});

test('no file of the first tier waits for a clock or measures time', () => {
  const first = listTestFiles(ROOT, ({ is_first_tier }) => is_first_tier);
  assert.ok(first.length > 200);
  assert.deepEqual(findClocks(first, readText), []);
});

test('control: a wait and a measured time are detected', () => {
  const planted = new Map([
    ['waits.test.ts', "import { setTimeout as sleep } from 'node:timers/promises';"],
    ['measures.test.ts', 'const started_ms = performance.now();'],
    ['neither.test.ts', "import { test } from 'node:test';"],
  ]);
  const found = findClocks([...planted.keys()], (file) => planted.get(file) ?? '');
  assert.deepEqual(found, ['waits.test.ts', 'measures.test.ts']);
});

test('the commands of the README run the two tiers', () => {
  const { scripts } = JSON.parse(readText('package.json')) as { scripts: Record<string, string> };
  assert.match(scripts['test'] ?? '', /test\/support\/run\.ts$/);
  assert.match(scripts['test:all'] ?? '', /test\/support\/run\.ts --all$/);
  for (const command of ['npm test', 'npm run test:all', 'npm test -- --changed'])
    assert.ok(readText('README.md').includes(command), command);
  assert.match(readText('.ci/run'), /^npm run test:all$/m);
});

test('the command line selects a tier, a shard, files or changes', () => {
  assert.deepEqual(pick(parseTestArguments([])), [false, undefined, [], false]);
  assert.deepEqual(pick(parseTestArguments(['--all'])), [true, undefined, [], false]);
  assert.deepEqual(pick(parseTestArguments(['--all', '--shard', 'timing'])), [true, 'timing', [], false]);
  assert.deepEqual(pick(parseTestArguments(['--changed'])), [false, undefined, [], true]);
  assert.deepEqual(parseTestArguments(['test/ids.test.ts', '-t', '400']).names, ['400']);
});

function pick(args: ReturnType<typeof parseTestArguments>): unknown[] {
  return [args.is_every_shard, args.shard?.name, args.patterns, args.is_changed_only];
}

for (const [args, message] of [
  [['--shard', 'nothing'], /must be one of pages, browser/],
  [['-t', '400'], /needs the files/],
  [['--changed', 'test/ids.test.ts'], /not both/],
  [['--unknown'], /Unknown option/],
] as const)
  test(`rejected: npm test -- ${args.join(' ')}`, () =>
    assert.throws(() => parseTestArguments([...args]), message));

test('an unknown file gives one sentence and the usage', () => {
  const { status, stderr } = spawnSync(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', 'test/support/run.ts', 'test/nope.test.ts'],
    { cwd: ROOT, encoding: 'utf8' },
  );
  assert.equal(status, 2);
  assert.match(stderr, /^there is no test file test\/nope\.test\.ts\n\nnpm test /);
});

test('a changed file selects the tests that mirror it', () => {
  const mirrors = (file: string) => findTestsOf([file], ROOT);
  assert.ok(mirrors('src/features/tasks/change.ts').includes('test/tasks/change.test.ts'));
  assert.ok(mirrors('dashboard/features/keys/KeyList.tsx').includes('test/dashboard/keys.test.ts'));
  assert.ok(mirrors('test/support/memberOf.ts').length > 1);
  assert.deepEqual(
    mirrors('test/ids.test.ts')
      .filter((file) => shardOf(file).name === 'behaviour')
      .at(-1),
    'test/ids.test.ts',
  );
});
