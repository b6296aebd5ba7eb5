import { spawn } from 'node:child_process';
import { existsSync, globSync, statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir, totalmem } from 'node:os';
import { isAbsolute, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isDashboardBuilt } from '../../scripts/dashboardSources.mjs';
import { unpackProgram } from '../../support/chromium.ts';
import { startTestServer } from './postgres.ts';
import { watchMultiShard, type MultiShard } from '../../support/multiShard.ts';
import { shardFaults } from './shardFaults.ts';
import { parseTestArguments, USAGE, type TestArguments } from './arguments.ts';
import { runChecks, type CheckResult } from './checks.ts';
import { findTestsOf, listChangedFiles } from './changedFiles.ts';
import { runPrograms, writePrograms, type Program } from './programs.ts';
import { countAtOnce, needsBrowser, planRun, type ProcessesPerLane, type TestSeries } from './series.ts';
import { listTestFiles, SHARDS, shardOf } from './shards.ts';
import { describeTimes } from './shardTimes.ts';

/*
 * `npm test` and `npm run test:all`: runs the checks, and the chosen test files on one shared database server. The
 * run ends with the summary of the test runner. A failed file of a shard with several attempts runs again after all
 * others.
 */
const AT_ONCE = countAtOnce({
  cores: availableParallelism(),
  bytes: Math.min(totalmem(), process.constrainedMemory() || Infinity),
});
/** The most connections of a test process and the processes it starts. */
const CONNECTIONS = 20;
/** The limits for repeated files, which run alone. */
const ALONE: ProcessesPerLane = { waits: 1, computes: 1 };

const root = fileURLToPath(new URL('../..', import.meta.url));
const INTERRUPTED = 130;
class Interrupted extends Error {}
const USAGE_FAULT = 2;

process.exitCode = await main();

async function main(): Promise<number> {
  let args: TestArguments;
  let chosen: Chosen;
  try {
    args = parseTestArguments(process.argv.slice(2));
    chosen = args.is_list ? { files: [] } : chooseFiles(args);
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`);
    return USAGE_FAULT;
  }
  if (args.is_list) return listShards();
  const ending = endAtSignals();
  const code = await runAll(chosen, args, ending);
  return ending.signal.reason instanceof Interrupted ? INTERRUPTED : code;
}

/**
 * With `test:all`, the checks run first, because some files measure time. Otherwise they run in parallel with the
 * tests.
 */
async function runAll(
  { files, changed }: Chosen,
  args: TestArguments,
  ending: AbortController,
): Promise<number> {
  if (!isChecked(args)) return runTests(files, args, ending);
  const checking = runChecks(root, ending.signal, changed);
  if (args.is_every_shard && !(await tellChecks(checking))) return 1;
  const failed = await runTests(files, args, ending);
  return args.is_every_shard || (await tellChecks(checking)) ? failed : 1;
}

async function tellChecks(checking: Promise<CheckResult>): Promise<boolean> {
  const { is_passed, output } = await checking;
  process.stdout.write(output);
  return is_passed;
}

function listShards(): number {
  for (const { name, is_first_tier, contains, needs } of SHARDS) {
    const count = listTestFiles(root, (shard) => shard.name === name).length;
    console.log(
      `${name} (${count} files${is_first_tier ? ', first tier' : ''}): ${contains}. Needs ${needs}.`,
    );
  }
  return 0;
}

/** Runs of single files or shards skip the checks. */
function isChecked({ patterns, shard }: TestArguments): boolean {
  return patterns.length === 0 && shard === undefined;
}

type Chosen = { files: string[]; changed?: string[] };

function chooseFiles(args: TestArguments): Chosen {
  if (args.patterns.length > 0) return { files: findFiles(args.patterns) };
  const { shard } = args;
  if (shard) return { files: listTestFiles(root, (one) => one === shard) };
  if (args.is_every_shard) return { files: listTestFiles(root, () => true) };
  if (!args.is_changed_only) return { files: listTestFiles(root, ({ is_first_tier }) => is_first_tier) };
  return chooseChanged();
}

/** A changed test file always runs; a mirroring test file runs if it belongs to the first tier. */
function chooseChanged(): Chosen {
  const changed = listChangedFiles(root);
  const mirrors = findTestsOf(changed, root);
  const files = mirrors.filter((file) => shardOf(file).is_first_tier || changed.includes(file));
  console.log(`${changed.length} changed files are mirrored by ${files.length} test files`);
  const others = Map.groupBy(
    mirrors.filter((file) => !files.includes(file)),
    (file) => shardOf(file).name,
  );
  for (const [name, some] of others)
    console.log(`not run: ${some.length} of the shard ${name} (npm run test:all -- --shard ${name})`);
  return { files, changed };
}

async function runTests(files: string[], args: TestArguments, ending: AbortController): Promise<number> {
  if (!isDashboardBuilt(root)) await runScript('scripts/build-dashboard.ts');
  await using undo = new AsyncDisposableStack();
  const scratch = await mkdtemp(join(tmpdir(), 'tenant-ops-run-'));
  // Retries, because a service whose test was killed still writes into the folder while it ends.
  undo.defer(() => rm(scratch, { recursive: true, force: true, maxRetries: 20 }));
  const server = await startTestServer(CONNECTIONS * (AT_ONCE.waits + AT_ONCE.computes + 1));
  undo.defer(server.stop);
  if (ending.signal.aborted) return INTERRUPTED;
  const listMultiShard = process.env['TEST_CITUS'] ? await watchMultiShard(server.connection) : undefined;
  process.env['TEST_POSTGRES'] = JSON.stringify(server.connection);
  // A separate compile cache: compiled copies of the product in temporary folders are not worth keeping.
  process.env['NODE_COMPILE_CACHE'] = join(scratch, 'compiled');
  process.env['TEST_CHROMIUM'] = join(scratch, 'chromium');
  if (needsBrowser(files)) await unpackProgram(join(scratch, 'chromium'));
  process.env['TEST_STORIES'] = isBrief(args) ? 'brief' : 'full';
  const failed =
    args.names.length > 0
      ? await runNamed(files, args.names, ending)
      : await runWithAttempts(scratch, files, args, ending);
  const faulty = listMultiShard ? tellShardFaults(await listMultiShard()) : 0;
  return failed.length === 0 && faulty === 0 ? 0 : 1;
}

/** The first tier runs browser stories in one look and without axe. */
function isBrief({ patterns, is_every_shard }: TestArguments): boolean {
  return patterns.length === 0 && !is_every_shard;
}

/**
 * Runs tests by name. Each file is its own program, because the runner's name pattern does not reach tests declared
 * inside a series. A file without a matching test is reported under its path.
 */
async function runNamed(files: string[], names: string[], ending: AbortController): Promise<string[]> {
  const programs = files.map((file): Program => ({ file: join(root, file), lane: 'computes' }));
  const { failed, took_ms } = await runPrograms(programs, ending, { names, at_once: AT_ONCE });
  if (failed.length > 0 || ![...took_ms.keys()].every((name) => isAbsolute(name))) return failed;
  console.log(`no test of these files has a name that contains ${names.join(' or ')}`);
  return files;
}

/**
 * Runs the files. Failed files that may be repeated run again, alone. Returns the files that failed in their last
 * attempt.
 */
async function runWithAttempts(
  scratch: string,
  files: string[],
  { is_every_shard }: TestArguments,
  ending: AbortController,
): Promise<string[]> {
  const { series, at_once } = planRun(files, AT_ONCE, is_every_shard);
  const first = await runPrograms(await writePrograms(scratch, series), ending, { at_once });
  const took = [first.took_ms];
  const lasting = first.failed.filter((file) => attemptsOf(file) === 1);
  let repeatable = first.failed.filter((file) => attemptsOf(file) > 1);
  for (let attempt = 2; repeatable.length > 0 && !ending.signal.aborted; attempt++) {
    const again = repeatable.filter((file) => attemptsOf(file) >= attempt);
    if (again.length === 0) break;
    console.log(`attempt ${attempt}, alone: ${again.join(', ')}`);
    const alone = again.map((file): TestSeries => ({ name: file, lane: 'waits', files: [file] }));
    const repeated = await runPrograms(await writePrograms(scratch, alone, attempt), ending, {
      at_once: ALONE,
    });
    repeatable = repeated.failed;
    took.push(repeated.took_ms);
  }
  for (const line of describeTimes(took)) console.log(line);
  const failed = [...lasting, ...repeatable];
  for (const file of failed) console.log(`failed: ${file}`);
  return failed;
}

function attemptsOf(file: string): number {
  // A program that ended before its files is identified by its path.
  return isAbsolute(file) || !existsSync(join(root, file)) ? 1 : shardOf(file).attempts;
}

/** Prints the statements of the product that used several shards without a comment that explains why. */
function tellShardFaults(statements: MultiShard[] | undefined): number {
  if (statements === undefined) {
    console.log('statements of several shards: not known, since the coordinator keeps no log as JSON');
    return 0;
  }
  const faults = shardFaults(statements);
  console.log(
    `statements of several shards: ${statements.length}, of them without a reason: ${faults.length}`,
  );
  for (const fault of faults) console.log(`of several shards: ${fault}`);
  return faults.length === 0 ? 0 : 1;
}

/**
 * Aborts the run at a signal. Ctrl-C sends two signals, one from the terminal and one from npm; both must let the
 * cleanup finish.
 */
function endAtSignals(): AbortController {
  const ending = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => ending.abort(new Interrupted(signal)));
  return ending;
}

function findFiles(patterns: string[]): string[] {
  const found = patterns.flatMap((pattern) => {
    const path = relative(root, resolve(root, pattern));
    const some = globSync(isFolder(path) ? `${path}/**/*.test.ts` : path, { cwd: root });
    if (some.length === 0) throw new Error(`there is no test file ${pattern}`);
    return some;
  });
  return [...new Set(found)].toSorted();
}

function isFolder(path: string): boolean {
  return statSync(resolve(root, path), { throwIfNoEntry: false })?.isDirectory() ?? false;
}

function runScript(script: string): Promise<number> {
  return new Promise((done, fail) => {
    const child = spawn(process.execPath, [script], { cwd: root, stdio: 'inherit' });
    child.once('error', fail);
    child.once('close', (code) => done(code ?? 1));
  });
}
