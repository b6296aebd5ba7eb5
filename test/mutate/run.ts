/*
 * npm run mutate -- [--seed 7|random] [--from 0] [--count 300] [--tier first] [--since main] [--list]
 * [--json file [--resume]] [src/lib/text/csv.ts …]: plants one mistake at a time in a copy of the checkout and runs
 * the tests that mirror its file. The same seed draws the same mistakes from the same code. With `--list`, it prints
 * the mistakes and runs no test. Exits with 1 when a mistake survives that `equivalents.ts` does not list.
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
import { makeCopy, makeScratch, type Copy } from './support/copies.ts';
import { findDetectingTest } from './support/findFailure.ts';
import { drawMistakes, type Mistake } from './support/mistakes.ts';
import { readSeed, readTier, selectTier, type Tier } from './support/options.ts';
import { selectAccepted } from './support/rejectedByChecks.ts';
import {
  areaOf,
  countShares,
  describeMistake,
  describeResult,
  isResultOf,
  type Result,
} from './support/report.ts';

const AT_ONCE = 2;
/** Tests that report nothing for this long hang; no single test needs as long on a busy machine. */
const SILENCE_MS = 180_000;

const root = fileURLToPath(new URL('../..', import.meta.url));
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string', default: '1' },
    tier: { type: 'string', default: 'all' },
    from: { type: 'string', default: '0' },
    count: { type: 'string', default: '300' },
    since: { type: 'string' },
    list: { type: 'boolean', default: false },
    json: { type: 'string' },
    resume: { type: 'boolean', default: false },
  },
});
const seed = readSeed(values.seed);
const tier = readTier(values.tier);

const ending = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => ending.abort());
process.exitCode = await runMistakes().catch(endCode);

async function runMistakes(): Promise<number> {
  await using undo = new AsyncDisposableStack();
  const scratch = await makeScratch();
  undo.defer(() => rm(scratch, { recursive: true, force: true, maxRetries: 3 }));
  const mistakes = await planMistakes(scratch);
  if (values.list) return printMistakes(mistakes);
  const { known, open } = takeOver(mistakes);
  print(`${mistakes.length} mistakes of seed ${seed}, ${known.length} of them noticed before`);
  if (open.length === 0) return report(known);
  const server = await startTestServer();
  undo.defer(server.stop);
  const copies = await Promise.all(
    Array.from({ length: AT_ONCE }, (_, at) =>
      makeCopy(String(at), { root, scratch, server: server.connection }),
    ),
  );
  return report(await plantEach(copies, known, open));
}

function printMistakes(mistakes: Mistake[]): number {
  for (const mistake of mistakes) print(describeMistake(mistake));
  print(`\n${mistakes.length} mistakes of seed ${seed}`);
  return 0;
}

async function planMistakes(scratch: string): Promise<Mistake[]> {
  const files = new Map(chooseFiles().map((file) => [file, readFileSync(join(root, file), 'utf8')]));
  const drawn = drawMistakes(files, { seed, equivalents: EQUIVALENTS });
  const copy = await makeCopy('checked', { root, scratch });
  const [from, count] = [Number(values.from), Number(values.count)];
  return (await selectAccepted(copy.root, files, drawn, from + count)).slice(from);
}

/** Splits the mistakes: those that an earlier run detected are kept as results; all others are planted. */
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
  const kept: { tier: Tier; results: Result[] } = JSON.parse(readFileSync(values.json, 'utf8'));
  if (kept.tier !== tier) throw new Error(`--resume: ${values.json} judged another tier: ${kept.tier}`);
  return kept.results.filter(({ noticed_by }) => noticed_by !== undefined);
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

/** Lists files that differ from this revision: committed, uncommitted or untracked. */
function listTouched(since: string): string[] {
  const list = (...command: string[]) => execFileSync('git', command, { cwd: root, encoding: 'utf8' });
  const changed = list('diff', '--name-only', '--relative', since, '--', 'src');
  const added = list('ls-files', '--others', '--exclude-standard', '--', 'src');
  return `${changed}${added}`.split('\n');
}

async function plantEach(copies: Copy[], known: Result[], mistakes: Mistake[]): Promise<Result[]> {
  const results = [...known];
  await shareOut(copies, mistakes, async (copy, mistake) => {
    const result = await plant(copy, mistake);
    results.push(result);
    keep(results);
    print(`${String(results.length).padStart(4)} ${describeResult(result)}`);
  });
  return results;
}

async function plant(copy: Copy, mistake: Mistake): Promise<Result> {
  const began = performance.now();
  const noticed_by = await findDetectingTest(copy, mistake, selectTier(findMirrors(mistake.file), tier), {
    silence_ms: SILENCE_MS,
    signal: ending.signal,
    left_out: (file) => print(`left out, it fails without a mistake: ${file}`),
  });
  const duration_ms = Math.round(performance.now() - began);
  return {
    ...mistake,
    area: areaOf(mistake.file),
    duration_ms,
    ...(noticed_by !== undefined && { noticed_by }),
  };
}

/** Each copy takes the next item when it has finished one. */
async function shareOut<T>(
  copies: Copy[],
  queue: T[],
  work: (copy: Copy, item: T) => Promise<void>,
): Promise<void> {
  const items = queue.values();
  const ends = copies.map(async (copy) => {
    for (const item of items) await work(copy, item);
  });
  // After a failure in one copy, the others are aborted before the copies are removed.
  for (const end of ends) end.catch((error: unknown) => ending.abort(error));
  await Promise.allSettled(ends);
  ending.signal.throwIfAborted();
}

function report(results: Result[]): number {
  const survivors = results.filter(({ noticed_by }) => noticed_by === undefined);
  if (survivors.length > 0) print('\nSurvivors');
  for (const survivor of survivors) print(describeResult(survivor));
  print(`\nSeed ${seed}, judged by the tests of ${tier === 'first' ? 'the first tier' : 'all tiers'}`);
  console.table(countShares(results));
  keep(results);
  return survivors.length === 0 ? 0 : 1;
}

/** Writes the results after each mistake, so that an interrupted run can be resumed. */
function keep(results: Result[]): void {
  if (values.json === undefined) return;
  const kept = { seed, tier, shares: countShares(results), results };
  writeFileSync(values.json, `${JSON.stringify(kept, null, 2)}\n`);
}

function endCode(error: unknown): number {
  if (error instanceof DOMException && error.name === 'AbortError') return 130;
  throw error;
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
