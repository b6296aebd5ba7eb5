/*
 * npm run mutate -- [--seed 7] [--count 300] [--since main] [--json file [--resume]] [src/lib/csv.ts …]: plants one
 * mistake at a time in a copy of the checkout and runs the tests that mirror its place. The same seed plants the same
 * in the same code. It ends with 1 when a mistake survives that `equivalents.ts` does not list.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { startTestServer } from '../support/postgres.ts';
import { EQUIVALENTS } from './equivalents.ts';
import { findMirrors } from './mirrors.ts';
import { divide, findFailure } from './support/attempt.ts';
import { makeCopy, makeScratch, withMistake, type Copy } from './support/copies.ts';
import { drawMistakes, type Mistake } from './support/mistakes.ts';
import { takeAccepted } from './support/refused.ts';
import { areaOf, countShares, describeResult, isResultOf, type Result } from './support/report.ts';

const AT_ONCE = 2;
/** Longer than a busy machine needs: what takes longer than this hangs. */
const LEAST_LIMIT_MS = 60_000;
const LIMIT_FACTOR = 5;
/** So few that the others are soon asked again when one fails. */
const TOGETHER = 6;
const CONTROL_MS = 30 * 60_000;

const root = fileURLToPath(new URL('../..', import.meta.url));
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string', default: '1' },
    count: { type: 'string', default: '300' },
    since: { type: 'string' },
    json: { type: 'string' },
    resume: { type: 'boolean', default: false },
  },
});

const ending = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => ending.abort());
process.exitCode = await runMistakes().catch(endCode);

async function runMistakes(): Promise<number> {
  await using undo = new AsyncDisposableStack();
  const scratch = await makeScratch();
  undo.defer(() => rm(scratch, { recursive: true, force: true, maxRetries: 3 }));
  const mistakes = await planMistakes(scratch);
  const { known, open } = takeOver(mistakes);
  const tests = [...new Set(open.flatMap(({ file }) => findMirrors(file)))].toSorted();
  print(`${mistakes.length} mistakes, ${known.length} of them noticed before, ${tests.length} test files`);
  if (open.length === 0) return report(known);
  const server = await startTestServer();
  undo.defer(server.stop);
  const copies = await Promise.all(
    Array.from({ length: AT_ONCE }, (_, at) =>
      makeCopy(String(at), { root, scratch, server: server.connection }),
    ),
  );
  const durations = await runControl(copies, tests);
  print(`${durations.size} pass without a mistake`);
  return report(await plantEach({ copies, durations, results: known }, open));
}

async function planMistakes(scratch: string): Promise<Mistake[]> {
  const files = new Map(chooseFiles().map((file) => [file, readFileSync(join(root, file), 'utf8')]));
  const drawn = drawMistakes(files, { seed: Number(values.seed), equivalents: EQUIVALENTS });
  const copy = await makeCopy('checked', { root, scratch });
  return takeAccepted(copy.root, files, drawn, Number(values.count));
}

/** What an earlier run has noticed; what survived it is planted again. */
function takeOver(mistakes: Mistake[]): { known: Result[]; open: Mistake[] } {
  const earlier = readNoticed();
  const [known, open] = [new Array<Result>(), new Array<Mistake>()];
  for (const mistake of mistakes) {
    const result = earlier.find((one) => isResultOf(one, mistake));
    if (result) known.push({ ...result, ...mistake });
    else open.push(mistake);
  }
  return { known, open };
}

function readNoticed(): Result[] {
  if (!values.resume || values.json === undefined || !existsSync(values.json)) return [];
  const { results }: { results: Result[] } = JSON.parse(readFileSync(values.json, 'utf8'));
  return results.filter(({ noticed_by }) => noticed_by !== undefined);
}

function chooseFiles(): string[] {
  const named = (positionals.length > 0 ? positionals : ['src']).flatMap(listFiles);
  const touched = values.since === undefined ? named : listTouched(values.since);
  return [...new Set(named)].filter((file) => touched.includes(file)).toSorted();
}

function listFiles(place: string): string[] {
  const path = relative(root, resolve(root, place));
  const found = globSync([path, `${path}/**`], { cwd: root });
  const sources = found.filter((file) => file.startsWith('src/') && file.endsWith('.ts'));
  if (sources.length === 0) throw new Error(`there is no source ${place} below src`);
  return sources;
}

/** What was changed since then, committed or not, and what git does not know yet. */
function listTouched(since: string): string[] {
  const list = (...command: string[]) => execFileSync('git', command, { cwd: root, encoding: 'utf8' });
  const changed = list('diff', '--name-only', '--relative', since, '--', 'src');
  const added = list('ls-files', '--others', '--exclude-standard', '--', 'src');
  return `${changed}${added}`.split('\n');
}

/** How long each test file takes without a mistake; one that fails twice is left out. */
async function runControl(copies: Copy[], tests: string[]): Promise<Map<string, number>> {
  const durations = new Map<string, number>();
  const missing = () => tests.filter((test) => !durations.has(test));
  const run = (parts: string[][]) =>
    shareOut(copies, parts, (copy, files) => measure(copy, files, durations));
  await run(divide(tests).flatMap(inParts));
  await run(missing().map((test) => [test]));
  for (const test of missing()) print(`left out, it fails without a mistake: ${test}`);
  return durations;
}

async function measure(copy: Copy, files: string[], durations: Map<string, number>): Promise<void> {
  await findFailure(copy, files, {
    limit_ms: CONTROL_MS,
    signal: ending.signal,
    told({ name, is_file, passed, duration_ms }) {
      if (is_file && passed) durations.set(name, duration_ms);
    },
  });
}

function inParts(files: string[]): string[][] {
  const parts = Math.ceil(files.length / TOGETHER);
  return Array.from({ length: parts }, (_, at) => files.slice(at * TOGETHER, (at + 1) * TOGETHER));
}

type Work = { copies: Copy[]; durations: ReadonlyMap<string, number>; results: Result[] };

async function plantEach({ copies, durations, results }: Work, mistakes: Mistake[]): Promise<Result[]> {
  await shareOut(copies, mistakes, async (copy, mistake) => {
    const result = await plant(copy, mistake, durations);
    results.push(result);
    keep(results);
    print(`${String(results.length).padStart(4)} ${describeResult(result)}`);
  });
  return results;
}

async function plant(copy: Copy, mistake: Mistake, durations: ReadonlyMap<string, number>): Promise<Result> {
  const tests = findMirrors(mistake.file).filter((test) => durations.has(test));
  const usual_ms = tests.reduce((sum, test) => sum + (durations.get(test) ?? 0), 0);
  const limit_ms = Math.ceil(LEAST_LIMIT_MS + LIMIT_FACTOR * usual_ms);
  const began = performance.now();
  const noticed_by = await withMistake(copy, mistake, () =>
    findFailure(copy, tests, { limit_ms, signal: ending.signal }),
  );
  const duration_ms = Math.round(performance.now() - began);
  return {
    ...mistake,
    area: areaOf(mistake.file),
    duration_ms,
    ...(noticed_by !== undefined && { noticed_by }),
  };
}

/** Every copy takes the next when it is done with one. */
async function shareOut<T>(
  copies: Copy[],
  queue: T[],
  work: (copy: Copy, item: T) => Promise<void>,
): Promise<void> {
  const items = queue.values();
  const ends = copies.map(async (copy) => {
    for (const item of items) await work(copy, item);
  });
  // What fails for one ends the others, before their copies go.
  for (const end of ends) end.catch((error: unknown) => ending.abort(error));
  await Promise.allSettled(ends);
  ending.signal.throwIfAborted();
}

function report(results: Result[]): number {
  const survivors = results.filter(({ noticed_by }) => noticed_by === undefined);
  if (survivors.length > 0) print('\nSurvivors');
  for (const survivor of survivors) print(describeResult(survivor));
  console.table(countShares(results));
  keep(results);
  return survivors.length === 0 ? 0 : 1;
}

/** After each mistake, so that a run which ends early can be resumed. */
function keep(results: Result[]): void {
  if (values.json === undefined) return;
  const kept = { seed: Number(values.seed), shares: countShares(results), results };
  writeFileSync(values.json, `${JSON.stringify(kept, null, 2)}\n`);
}

function endCode(error: unknown): number {
  if (error instanceof DOMException && error.name === 'AbortError') return 130;
  throw error;
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
