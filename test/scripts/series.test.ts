import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync } from 'node:fs';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { joinReports } from '../support/joinReports.ts';
import { countAtOnce, planRun, planSeries } from '../support/series.ts';
import { describeTimes } from '../support/shardTimes.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const SERIES = fileURLToPath(new URL('../support/series.ts', import.meta.url));

type Told = { type: string; data: Record<string, unknown> };

const COUNTS = { tests: 2, suites: 1, passed: 1, failed: 1, cancelled: 0, skipped: 0, todo: 0 };

function start(file: string, nesting: number): Told {
  return { type: 'test:start', data: { file, nesting } };
}

/** Returns the last events of a lane's runner. */
function endOf(success: boolean, duration_ms: number): Told[] {
  return [
    { type: 'test:diagnostic', data: { nesting: 0, message: 'tests 2' } },
    { type: 'test:summary', data: { success, counts: COUNTS, duration_ms } },
  ];
}

async function readJoined(reports: Readable[]): Promise<Told[]> {
  return (await joinReports(reports).toArray()) as Told[];
}

test('the output of a file stays together while other lanes print', async () => {
  const { promise: between, resolve: goOn } = Promise.withResolvers<void>();
  const interrupted = Readable.from(
    (async function* () {
      yield start('a', 0);
      await between;
      yield* [start('a', 1), start('c', 0)];
    })(),
  );
  const other = Readable.from([start('b', 0), start('b', 1)]).once('end', goOn);
  const told = await readJoined([interrupted, other]);
  const files = told.flatMap(({ data }) => (data['file'] as string | undefined) ?? []);
  assert.equal(files.join(''), 'bbaac');
});

test('one summary of all lanes is printed last', async () => {
  const told = await readJoined([
    Readable.from([start('a', 0), ...endOf(true, 5)]),
    Readable.from([start('b', 0), ...endOf(false, 7)]),
  ]);
  const lines = told.flatMap(({ data }) => (data['message'] as string | undefined) ?? []);
  const expected = ['tests 4', 'suites 2', 'pass 2', 'fail 2', 'cancelled 0', 'skipped 0', 'todo 0'];
  assert.deepEqual(lines, [...expected, 'duration_ms 7']);
  assert.equal(told.at(-1)?.data['success'], false);
});

test('every test file is in one series', () => {
  const files = globSync('test/**/*.test.ts', { cwd: new URL('../..', import.meta.url) }).toSorted();
  const planned = planSeries(files, 3).flatMap((series) => series.files);
  assert.deepEqual(planned.toSorted(), files);
});

test('a failure outside of tests is reported at line 1 of its file, a failed test at its position', async () => {
  const told = await readJoined([
    Readable.from([
      { type: 'test:fail', data: { name: 'test/a.test.ts', file: SERIES, line: 111, column: 5, nesting: 0 } },
      { type: 'test:fail', data: { name: 'x', file: '/test/a.test.ts', line: 7, column: 1, nesting: 1 } },
    ]),
  ]);
  const places = told.flatMap(({ data }) => ('name' in data ? [[data['file'], data['line']]] : []));
  assert.deepEqual(places, [
    [`${ROOT}test/a.test.ts`, 1],
    ['/test/a.test.ts', 7],
  ]);
});

test('a run of all shards has a lane for files that wait; other runs have one lane for all files and one more', () => {
  const files = ['test/service.test.ts', 'test/tasks/list.test.ts'];
  const at_once = { waits: 2, computes: 3 };
  const whole = planRun(files, at_once, true);
  assert.deepEqual([whole.at_once, whole.series.map(({ lane }) => lane)], [at_once, ['waits', 'computes']]);
  const first = planRun(files, at_once, false);
  assert.equal(first.at_once.computes, 6);
  assert.deepEqual([...new Set(first.series.map(({ lane }) => lane))], ['computes']);
});

test('each shard that ran has a line with its files, their duration and the longest one', () => {
  const first = new Map([
    ['test/tasks/list.test.ts', 1_000],
    ['test/tasks/create.test.ts', 2_500],
    ['test/lists/bounds.test.ts', 4_000],
    ['a series that did not end', 9_000],
  ]);
  const again = new Map([['test/lists/bounds.test.ts', 3_000]]);
  assert.deepEqual(describeTimes([first, again]), [
    'shard timing: 1 files, 7.0 s; longest: test/lists/bounds.test.ts, 4.0 s',
    'shard behaviour: 2 files, 3.5 s; longest: test/tasks/create.test.ts, 2.5 s',
  ]);
});

test('the cores and the memory determine how many files run at a time, but at least two and three', () => {
  const gib = 2 ** 30;
  for (const [cores, bytes, waits] of [
    [2, 24 * gib, 2],
    [1, gib, 2],
    [8, 64 * gib, 8],
    [64, 16 * gib, 8],
  ] as const)
    assert.deepEqual(countAtOnce({ cores, bytes }), { waits, computes: waits + 1 });
});

test('the longest files start first, short ones last', () => {
  const files = Array.from({ length: 50 }, (_, at) => `test/tasks/a${at}.test.ts`);
  const long = ['test/forms/kill.test.ts', 'test/rowSecurity.test.ts', 'test/signin/throttle.test.ts'];
  const short = ['test/demo/seed.test.ts', 'test/counts/plans.test.ts'];
  const planned = planSeries([...short, ...files, ...long], 3);
  const orderIn = (lane: string) => planned.filter((one) => one.lane === lane).flatMap((one) => one.files);
  assert.deepEqual(orderIn('waits'), ['test/forms/kill.test.ts', 'test/demo/seed.test.ts']);
  assert.deepEqual(orderIn('computes').slice(0, 3), [
    'test/rowSecurity.test.ts',
    'test/counts/plans.test.ts',
    'test/signin/throttle.test.ts',
  ]);
  const sizes = planned.filter(({ files: { length } }) => length > 1).map(({ files: { length } }) => length);
  assert.deepEqual(sizes, [9, 7, 6, 5, 4, 4, 4, 4, 4, 4]);
});

const LASTING = new URL('../support/endOfProcess.ts', import.meta.url).href;

for (const [what, left, end_within_ms, exit_code, complaint] of [
  ['ends when its tests end', '', 10_000, 0, /^$/],
  [
    'fails if a test leaves a resource open',
    'setInterval(() => {}, 1_000)',
    500,
    1,
    /^still open after the tests: .*Timeout/,
  ],
] as const) {
  test(`a process that declares tests ${what}`, async () => {
    const program = `
      import { test } from 'node:test';
      import { endSharedResourcesAtEnd } from '${LASTING}';
      endSharedResourcesAtEnd(${end_within_ms});
      test('passes', () => { ${left} });`;
    const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
      env: { PATH: process.env['PATH'], NODE_NO_WARNINGS: '1' },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
    assert.equal(code, exit_code);
    assert.match(said, complaint);
  });
}
