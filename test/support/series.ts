import { test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { join, matchesGlob } from 'node:path';
import { importHere } from './followTests.ts';
import { holdWhatLasts } from './lasting.ts';
import { forgetSecrets } from './secrets.ts';

/** Beside what fills a core for all of its time goes what waits: for processes it starts, for a limit, for silence. */
export type Lane = 'waits' | 'computes';

/** The files that one process runs, one after the other. */
export type Series = { name: string; lane: Lane; files: string[] };

/** How many processes of each lane run at a time. */
export type AtOnce = Record<Lane, number>;

export type Plan = { series: Series[]; at_once: AtOnce };

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** A file is as long as its tests, each of which has the limit of the run. */
const FILE_MS = 60 * 60_000;
/** So many that loading the service is a small part, so few that no series is long. */
const MOST_TOGETHER = 12;
/** The last ones are short, or one of them would be waited for. */
const FEWEST_TOGETHER = 4;
/** So that each place has a series to begin when few files are left. */
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
  'test/faults/survive.test.ts',
  'test/webhooks/kill.test.ts',
  'test/{signin/throttle,counts/equality,knowledge/{exhaust,hostile},webhooks/sharedReceiver}.test.ts',
];

const WAITING = [
  'test/{service,newcomer,service/start}.test.ts',
  'test/{deletions,faults,demo,nodes}/**',
  'test/lib/sql/embedded/{account,embedded,faults,holders,recovery,restarts,start,supervisor}.test.ts',
  'test/**/{kill,receivers,timeout,queueAge}.test.ts',
  'test/{cli,scripts}/**',
  'test/sdk/{listen,package,python}.test.ts',
  'test/deploy/{dockerfile,metrics}.test.ts',
  'test/background/{connections,idle}.test.ts',
  'test/lib/sql/lockedMigration.test.ts',
];

/** Files that watch their memory or fill a core run in a process of their own. */
const ALONE = [
  'test/rowSecurity*.test.ts',
  'test/{fuzz,limits}/**',
  'test/lib/sql/driver/driver.test.ts',
  'test/**/{onS3,parallel,plans,secrets}.test.ts',
];

/** These share a browser. */
const BROWSING = ['test/dashboard/**', 'test/signin/chromium.test.ts'];

/** What a process of tests takes with its browser and its part of the server. */
const PROCESS_BYTES = 2 * 2 ** 30;
const FEWEST_AT_ONCE = 2;

/** One more process computes than there are cores for, since each waits for its database now and then. */
export function countAtOnce({ cores, bytes }: { cores: number; bytes: number }): AtOnce {
  const waits = Math.max(FEWEST_AT_ONCE, Math.min(cores, Math.floor(bytes / PROCESS_BYTES)));
  return { waits, computes: waits + 1 };
}

/** In the order in which they begin; what needs a browser is divided among `browsers`. */
export function planSeries(files: readonly string[], browsers: number): Series[] {
  const kinds = Object.groupBy(files.toSorted(byLength), kindOf);
  const { waiting = [], alone = [], browsing = [], rest = [] } = kinds;
  const of_a_browser = Math.ceil(browsing.length / browsers);
  return [
    ...waiting.map((file): Series => ({ name: file, lane: 'waits', files: [file] })),
    ...alone.map((file): Series => ({ name: file, lane: 'computes', files: [file] })),
    ...divide(browsing, () => of_a_browser).map(together),
    ...divide(rest, ofThoseLeft).map(together),
  ];
}

/**
 * The lanes share the cores when every shard runs. Other runs have few files that wait: all places are for one lane, and
 * one more, so that no core is idle while its process waits for the database or for a page. Browsers leave that one to
 * files that compute.
 */
export function planRun(files: readonly string[], at_once: AtOnce, is_every_shard: boolean): Plan {
  if (is_every_shard) return { series: planSeries(files, at_once.computes), at_once };
  const browsers = at_once.waits + at_once.computes;
  const series = planSeries(files, browsers).map((one): Series => ({ ...one, lane: 'computes' }));
  return { series, at_once: { waits: 1, computes: browsers + 1 } };
}

export function needsBrowser(files: readonly string[]): boolean {
  return files.some((file) => isAny(file, BROWSING));
}

/** Whether a file needs a process of its own. */
export function isAlone(file: string): boolean {
  return ['waiting', 'alone'].includes(kindOf(file));
}

function kindOf(file: string): 'waiting' | 'alone' | 'browsing' | 'rest' {
  if (isAny(file, WAITING)) return 'waiting';
  if (isAny(file, ALONE)) return 'alone';
  return isAny(file, BROWSING) ? 'browsing' : 'rest';
}

function together(files: string[]): Series {
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

/** Declares each file as a test of its own: what it opens ends with it, before the next one begins. */
export function declareFiles(files: readonly string[]): void {
  holdWhatLasts();
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
