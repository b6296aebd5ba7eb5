import { test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { join, matchesGlob } from 'node:path';
import { holdWhatLasts } from './lasting.ts';
import { forgetSecrets } from './secrets.ts';

/** Beside what fills a core for all of its time goes what waits: for processes it starts, for a limit, for silence. */
export type Lane = 'waits' | 'computes';

/** The files that one process runs, one after the other. */
export type Series = { name: string; lane: Lane; files: string[] };

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** A file is as long as its tests, each of which has the limit of the run. */
const FILE_MS = 60 * 60_000;
/** So many that loading the service is a small part, so few that no series is long. */
const MOST_TOGETHER = 12;

/** What takes longest begins first, or the run would end in waiting for it. */
const WAITING = [
  'test/service.test.ts',
  'test/cli/{usage,lifecycle,skills,commands}.test.ts',
  'test/{deletions,faults,demo}/**',
  'test/lib/postgres/**',
  'test/**/{kill,receivers,timeout}.test.ts',
  'test/{cli,scripts}/**',
  'test/lib/migrate.test.ts',
];

/** What watches its own memory or fills a core for long has a process of its own. */
const ALONE = [
  'test/rowSecurity.test.ts',
  'test/{fuzz,limits}/**',
  'test/lib/driver.test.ts',
  'test/**/{onS3,parallel,plans,secrets}.test.ts',
];

/** These share a browser. */
const BROWSING = ['test/dashboard/**', 'test/signin/chromium.test.ts'];
const BROWSERS = 3;

export function planSeries(files: readonly string[]): Series[] {
  const { waiting = [], alone = [], browsing = [], rest = [] } = Object.groupBy(files, kindOf);
  return [
    ...inTurn(waiting, WAITING).map((file): Series => ({ name: file, lane: 'waits', files: [file] })),
    ...inTurn(alone, ALONE).map((file): Series => ({ name: file, lane: 'computes', files: [file] })),
    ...divide(browsing, Math.ceil(browsing.length / BROWSERS)).map(together),
    ...divide(rest, MOST_TOGETHER).map(together),
  ];
}

function kindOf(file: string): 'waiting' | 'alone' | 'browsing' | 'rest' {
  if (isAny(file, WAITING)) return 'waiting';
  if (isAny(file, ALONE)) return 'alone';
  return isAny(file, BROWSING) ? 'browsing' : 'rest';
}

function together(files: string[]): Series {
  return { name: `${files[0]}-${files.length}`, lane: 'computes', files };
}

function divide(files: readonly string[], most: number): string[][] {
  const parts = [];
  for (let at = 0; at < files.length; at += most) parts.push(files.slice(at, at + most));
  return parts;
}

/** Declares each file as a test of its own: what it opens ends with it, before the next one begins. */
export function declareFiles(files: readonly string[]): void {
  holdWhatLasts();
  for (const file of files) {
    test(file, { timeout: FILE_MS }, async () => {
      forgetSecrets();
      await import(pathToFileURL(join(ROOT, file)).href);
    });
  }
}

function isAny(file: string, patterns: readonly string[]): boolean {
  return patterns.some((pattern) => matchesGlob(file, pattern));
}

function inTurn(files: readonly string[], patterns: readonly string[]): string[] {
  const turnOf = (file: string) => patterns.findIndex((pattern) => matchesGlob(file, pattern));
  return files.toSorted((one, other) => turnOf(one) - turnOf(other));
}
