import { test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { join, matchesGlob } from 'node:path';
import { forgetSecrets } from './secrets.ts';

/** The files that one process runs, one after the other. */
export type Series = { name: string; files: string[] };

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** A file is as long as its tests, each of which has the limit of the run. */
const FILE_MS = 60 * 60_000;

/** What starts or kills processes, watches its own memory or fills a core for long has a process of its own. */
const APART = [
  'test/*.test.ts',
  'test/{cli,dashboard,deletions,demo,faults,scripts}/**',
  'test/lib/postgres/**',
  'test/lib/{driver,migrate}.test.ts',
  'test/**/{kill,onS3,parallel,plans,receivers,secrets,timeout}.test.ts',
  'test/signin/chromium.test.ts',
];

/** What takes longest begins first, or the run would end in waiting for it. */
const FIRST = [
  'test/rowSecurity.test.ts',
  'test/deletions/**',
  'test/lib/outgoing/timeout.test.ts',
  'test/service.test.ts',
  'test/{cli,dashboard,faults,scripts}/**',
  'test/**/kill.test.ts',
  'test/lib/postgres/**',
];

/** Apart, or together with the rest of the folder: loading the service takes longer than most files do. */
export function planSeries(files: readonly string[]): Series[] {
  const together = Map.groupBy(files, (file) => (isAny(file, APART) ? file : folderOf(file)));
  return [...together]
    .map(([name, members]) => ({ name, files: members }))
    .toSorted((one, other) => turnOf(one) - turnOf(other));
}

/** Declares each file as a test of its own: what it opens ends with it, before the next one begins. */
export function declareFiles(files: readonly string[]): void {
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

function folderOf(file: string): string {
  return file.split('/').slice(0, 2).join('/');
}

function turnOf({ files: [file = ''] }: Series): number {
  const turn = FIRST.findIndex((pattern) => matchesGlob(file, pattern));
  return turn < 0 ? FIRST.length : turn;
}
