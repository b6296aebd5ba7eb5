/*
 * Loading the service takes longer than many test files, so files share processes: a series of files runs in one
 * process, one file after the other. Files that wait for time run in their own lane beside files that compute, and
 * files that measure their process run alone.
 */
import { test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { join, matchesGlob } from 'node:path';
import { importHere } from './followTests.ts';
import { endSharedResourcesAtEnd } from './endOfProcess.ts';
import { forgetSecrets } from './secrets.ts';

/**
 * Two lanes share the cores: `computes` for files that keep a core busy, `waits` for files that wait for processes,
 * limits or timeouts.
 */
export type TestLane = 'waits' | 'computes';

/** Files that one process runs one after the other. */
export type TestSeries = { name: string; lane: TestLane; files: string[] };

/** The number of processes per lane. */
export type ProcessesPerLane = Record<TestLane, number>;

export type Plan = { series: TestSeries[]; at_once: ProcessesPerLane };

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** The timeout of a whole file. Each of its tests has its own timeout. */
const FILE_MS = 60 * 60_000;
/**
 * The maximum number of files per series: enough that loading the service is a small part of a series, and few enough
 * that no series is long.
 */
const MOST_TOGETHER = 24;
/**
 * The minimum number of files per series. The last series are short, so that the run does not wait for one long series
 * at the end.
 */
const FEWEST_TOGETHER = 4;
/** Divides the remaining files, so that each process still has a series to start. */
const PARTS_OF_THE_LEFT = 6;

/** The longest files start first, so that the run does not wait for them at the end. */
const LONGEST = [
  'test/dashboard/everyPage.test.ts',
  'test/dashboard/{account,inbox,people,sessions,staff}.test.ts',
  'test/rowSecurity*.test.ts',
  'test/{service,nodes/rolling}.test.ts',
  'test/{forms/kill,scripts/run,lib/sql/embedded/account,deploy/dockerfile}.test.ts',
  'test/cli/{people,lifecycle,commands,webhooks}.test.ts',
  'test/limits/limits.test.ts',
  'test/{deletions,cli,fuzz}/**',
  'test/faults/durability.test.ts',
  'test/webhooks/kill.test.ts',
  'test/{signin/throttle,counts/equality,knowledge/{exhaustion,hostile},webhooks/sharedReceiver}.test.ts',
];

const WAITING = [
  'test/{service,newcomer,service/start,service/severalProcesses}.test.ts',
  'test/{deletions,faults,demo,nodes}/**',
  'test/lib/sql/embedded/{account,embedded,faults,holders,recovery,restarts,start,supervisor}.test.ts',
  'test/**/{kill,receivers,timeout,queueAge}.test.ts',
  'test/{cli,scripts}/**',
  'test/sdk/{listen,package,python}.test.ts',
  'test/deploy/{dockerfile,metrics}.test.ts',
  'test/background/{connections,idle}.test.ts',
  'test/lib/sql/lockedMigration.test.ts',
];

/** Files that measure memory or fill a core need a process of their own. */
const ALONE = [
  'test/rowSecurity*.test.ts',
  'test/{fuzz,limits}/**',
  'test/lib/sql/driver/driver.test.ts',
  'test/**/{onS3,parallel,plans,secrets}.test.ts',
];

/** Files that share a browser. */
const BROWSING = ['test/dashboard/**', 'test/signin/chromium.test.ts'];

/** The memory of a test process with its browser and its share of the database server. */
const PROCESS_BYTES = 2 * 2 ** 30;
const FEWEST_AT_ONCE = 2;

/**
 * Returns the limits of both lanes. There is one more computing process than cores, because processes sometimes wait
 * for the database.
 */
export function countAtOnce({ cores, bytes }: { cores: number; bytes: number }): ProcessesPerLane {
  const waits = Math.max(FEWEST_AT_ONCE, Math.min(cores, Math.floor(bytes / PROCESS_BYTES)));
  return { waits, computes: waits + 1 };
}

/** Plans the series in start order. Files that need a browser are divided among `browsers` processes. */
export function planSeries(files: readonly string[], browsers: number): TestSeries[] {
  const kinds = Object.groupBy(files.toSorted(byLength), kindOf);
  const { waiting = [], alone = [], browsing = [], rest = [] } = kinds;
  const of_a_browser = Math.ceil(browsing.length / browsers);
  return [
    ...waiting.map((file): TestSeries => ({ name: file, lane: 'waits', files: [file] })),
    ...alone.map((file): TestSeries => ({ name: file, lane: 'computes', files: [file] })),
    ...divide(browsing, () => of_a_browser).map(together),
    ...divide(rest, ofThoseLeft).map(together),
  ];
}

/**
 * With every shard, the two lanes share the cores. Other runs have few waiting files, so all processes are in one
 * lane, plus one, so that no core is idle while a process waits for the database or a page. The additional process
 * runs only files without a browser.
 */
export function planRun(files: readonly string[], at_once: ProcessesPerLane, is_every_shard: boolean): Plan {
  if (is_every_shard) return { series: planSeries(files, at_once.computes), at_once };
  const browsers = at_once.waits + at_once.computes;
  const series = planSeries(files, browsers).map((one): TestSeries => ({ ...one, lane: 'computes' }));
  return { series, at_once: { waits: 1, computes: browsers + 1 } };
}

export function needsBrowser(files: readonly string[]): boolean {
  return files.some((file) => isAny(file, BROWSING));
}

/** True if a file needs its own process. */
export function isAlone(file: string): boolean {
  return ['waiting', 'alone'].includes(kindOf(file));
}

function kindOf(file: string): 'waiting' | 'alone' | 'browsing' | 'rest' {
  if (isAny(file, WAITING)) return 'waiting';
  if (isAny(file, ALONE)) return 'alone';
  return isAny(file, BROWSING) ? 'browsing' : 'rest';
}

function together(files: string[]): TestSeries {
  return { name: `${files[0]}-${files.length}`, lane: 'computes', files };
}

function ofThoseLeft(left: number): number {
  return Math.min(MOST_TOGETHER, Math.max(FEWEST_TOGETHER, Math.ceil(left / PARTS_OF_THE_LEFT)));
}

function divide(files: readonly string[], mostOf: (left: number) => number): string[][] {
  const parts = [];
  const left = [...files];
  while (left.length > 0) parts.push(left.splice(0, mostOf(left.length)));
  return parts;
}

/** Declares each file as a test. Everything that a file opens is closed before the next file starts. */
export function declareFiles(files: readonly string[]): void {
  endSharedResourcesAtEnd();
  for (const file of files) {
    test(file, { timeout: FILE_MS }, async () => {
      forgetSecrets();
      importHere();
      await import(pathToFileURL(join(ROOT, file)).href);
    });
  }
}

function isAny(file: string, patterns: readonly string[]): boolean {
  return patterns.some((pattern) => matchesGlob(file, pattern));
}

function byLength(one: string, other: string): number {
  return turnOf(one) - turnOf(other);
}

function turnOf(file: string): number {
  const turn = LONGEST.findIndex((pattern) => matchesGlob(file, pattern));
  return turn < 0 ? LONGEST.length : turn;
}
