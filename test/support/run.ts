import { spawn } from 'node:child_process';
import { globSync, statSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { availableParallelism, tmpdir, totalmem } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { fileURLToPath } from 'node:url';
import { isDashboardBuilt } from '../../scripts/dashboardSources.mjs';
import { startTestServer } from './postgres.ts';
import { watchMultiShard, type MultiShard } from '../../support/multiShard.ts';
import { shardFaults } from './shardFaults.ts';
import { joinReports } from './lanes.ts';
import { countAtOnce, planSeries, type Lane, type Series } from './series.ts';

/*
 * What `npm test` does: the checks, then every test (or those named on the command line) on one shared server.
 * It ends in the summary of the test runner.
 */
const AT_ONCE = countAtOnce({
  cores: availableParallelism(),
  bytes: Math.min(totalmem(), process.constrainedMemory() || Infinity),
});
/** Of one process, and of what it starts. */
const CONNECTIONS = 20;
const TEST_WITHIN_MS = 240_000;
/** Longer than any test may take: a file whose process does not end says nothing more. */
const SILENT_MS = 300_000;

const root = fileURLToPath(new URL('../..', import.meta.url));
const SERIES = new URL('./series.ts', import.meta.url).href;
const FOLLOW_TESTS = new URL('./followTests.ts', import.meta.url).href;
const INTERRUPTED = 130;
const files = process.argv.slice(2);

const checked = files.length > 0 ? 0 : await runScript('scripts/check.ts');
process.exitCode = checked === 0 ? await runTests() : checked;

async function runTests(): Promise<number> {
  // A file that is run by hand gets a fresh build of the pages.
  if (!isDashboardBuilt(root)) await runScript('scripts/build-dashboard.ts');
  const ending = endAtSignals();
  await using undo = new AsyncDisposableStack();
  const scratch = await mkdtemp(join(tmpdir(), 'tenant-ops-run-'));
  // A service whose test was killed writes into it while it ends.
  undo.defer(() => rm(scratch, { recursive: true, force: true, maxRetries: 20 }));
  const server = await startTestServer(CONNECTIONS * (AT_ONCE.waits + AT_ONCE.computes));
  undo.defer(server.stop);
  if (ending.signal.aborted) return INTERRUPTED;
  const listMultiShard = process.env['TEST_CITUS'] ? await watchMultiShard(server.connection) : undefined;
  process.env['TEST_POSTGRES'] = JSON.stringify(server.connection);
  // Copies of the product that tests start are nothing to keep.
  process.env['NODE_COMPILE_CACHE'] = join(scratch, 'compiled');
  process.env['TEST_CHROMIUM'] = join(scratch, 'chromium');
  const series = planSeries(findFiles(), AT_ONCE.computes);
  const failed = await report(await writePrograms(scratch, series), ending);
  const faulty = listMultiShard ? tellShardFaults(await listMultiShard()) : 0;
  return failed || faulty;
}

/** What the product asked of several shards, and where nothing says why. */
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

/** Ctrl-C arrives twice, from the terminal and from npm: what was started is ended all the same. */
function endAtSignals(): AbortController {
  const ending = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => ending.abort());
  return ending;
}

type Program = { file: string; lane: Lane };

/** The runner bounds every test but no process: aborted, it names those it waited for. */
async function report(programs: Program[], ending: AbortController): Promise<number> {
  const timer = setTimeout(() => ending.abort(), SILENT_MS);
  let failures = 0;
  const reports = Map.groupBy(programs, ({ lane }) => lane)
    .entries()
    .map(([lane, some]) => {
      const results = run({
        files: some.map(({ file }) => file),
        execArgv: ['--import', FOLLOW_TESTS],
        concurrency: AT_ONCE[lane],
        timeout: TEST_WITHIN_MS,
        signal: ending.signal,
      });
      return results.on('data', () => timer.refresh()).on('test:fail', () => failures++);
    });
  await pipeline(joinReports([...reports]), new spec(), process.stdout, { end: false });
  clearTimeout(timer);
  return failures === 0 ? 0 : 1;
}

function findFiles(): string[] {
  const wanted = files.length > 0 ? files : ['test/**/*.test.ts'];
  const found = wanted.flatMap((pattern) => {
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

function writePrograms(folder: string, series: readonly Series[]): Promise<Program[]> {
  return Promise.all(
    series.map(async ({ name, lane, files: members }, at) => {
      const file = join(folder, `${String(at).padStart(3, '0')}-${name.replaceAll('/', '-')}.mjs`);
      const lines = [
        `import { declareFiles } from '${SERIES}';`,
        `declareFiles(${JSON.stringify(members)});`,
      ];
      await writeFile(file, lines.join('\n'));
      return { file, lane };
    }),
  );
}

function runScript(script: string): Promise<number> {
  return new Promise((done, fail) => {
    const child = spawn(process.execPath, [script], { cwd: root, stdio: 'inherit' });
    child.once('error', fail);
    child.once('close', (code) => done(code ?? 1));
  });
}
