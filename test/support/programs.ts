import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { joinReports } from './joinReports.ts';
import type { ProcessesPerLane, TestLane, TestSeries } from './series.ts';

/** The timeout of a single test, for a machine that is thirty times slower than an idle one. */
const TEST_WITHIN_MS = 900_000;
/**
 * A file that reports nothing for this long hangs. The time exceeds the timeout of a test, so that the test is named.
 */
const SILENT_MS = 960_000;

const SERIES = new URL('./series.ts', import.meta.url).href;
const FOLLOW_TESTS = new URL('./followTests.ts', import.meta.url).href;

/** A program that the test runner starts as a process. */
export type Program = { file: string; lane: TestLane };

export type ReportOptions = { names?: string[]; at_once: ProcessesPerLane };

/** The names of files, or of programs if no file can be named. */
export type Outcome = { failed: string[]; took_ms: Map<string, number> };

/**
 * Runs the programs and prints their report. The runner has timeouts for tests but not for processes; when aborted,
 * it names the processes that were still running.
 */
export async function runPrograms(
  programs: Program[],
  ending: AbortController,
  { names, at_once }: ReportOptions,
): Promise<Outcome> {
  const timer = setTimeout(() => ending.abort(), SILENT_MS);
  const failed = new Set<string>();
  const took_ms = new Map<string, number>();
  const reports = Map.groupBy(programs, ({ lane }) => lane)
    .entries()
    .map(([lane, some]) => {
      const results = run({
        files: some.map(({ file }) => file),
        execArgv: ['--import', FOLLOW_TESTS],
        concurrency: at_once[lane],
        timeout: TEST_WITHIN_MS,
        signal: ending.signal,
        ...(names ? { testNamePatterns: names.map(matchLiterally) } : {}),
      });
      return results
        .on('data', () => timer.refresh())
        .on('test:pass', ({ name, nesting, details }) => {
          if (nesting === 0) took_ms.set(name, details.duration_ms);
        })
        .on('test:fail', ({ name, nesting, details }) => {
          if (nesting > 0) return;
          failed.add(name);
          took_ms.set(name, details.duration_ms);
        });
    });
  await pipeline(joinReports([...reports]), new spec(), process.stdout, { end: false });
  clearTimeout(timer);
  return { failed: [...failed], took_ms };
}

function matchLiterally(name: string): RegExp {
  return new RegExp(RegExp.escape(name));
}

/** Writes a program for each series, which runs its files one after the other in one process. */
export function writePrograms(
  folder: string,
  series: readonly TestSeries[],
  attempt = 1,
): Promise<Program[]> {
  return Promise.all(
    series.map(async ({ name, lane, files: members }, at) => {
      const file = join(folder, `${attempt}-${String(at).padStart(3, '0')}-${name.replaceAll('/', '-')}.mjs`);
      const lines = [
        `import { declareFiles } from '${SERIES}';`,
        `declareFiles(${JSON.stringify(members)});`,
      ];
      await writeFile(file, lines.join('\n'));
      return { file, lane };
    }),
  );
}
