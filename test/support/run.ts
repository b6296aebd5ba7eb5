import { spawn, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { isDashboardBuilt } from '../../scripts/dashboardSources.mjs';
import { startTestServer } from './postgres.ts';

/*
 * What `npm test` does: the checks, then every test (or those named on the command line) on one shared server.
 * It ends in the summary of the test runner.
 */
/** Two files at a time, on a machine of two cores too: the runner would leave one of them free. */
const RUNNER = ['--test', '--test-reporter=spec', '--test-timeout=240000', '--test-concurrency=2'];
/** Longer than any test may take: a file whose process does not end says nothing more. */
const SILENT_MS = 300_000;

const root = fileURLToPath(new URL('../..', import.meta.url));
const files = process.argv.slice(2);
let child: ChildProcess | undefined;

const checked = files.length > 0 ? 0 : await run(['scripts/check.ts']);
process.exitCode = checked === 0 ? await runTests() : checked;

async function runTests(): Promise<number> {
  // Whoever runs a file by hand has changed the pages, too.
  if (!isDashboardBuilt(root)) await run(['scripts/build-dashboard.ts']);
  const server = await startTestServer();
  // The runner ends by the same signal; this process stays to stop the server.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child?.kill(signal));
  const wanted = files.length > 0 ? files : ['test/**/*.test.ts'];
  try {
    const env = { TEST_POSTGRES: JSON.stringify(server.connection) };
    return await run([...RUNNER, ...wanted], env, endWhenSilent);
  } finally {
    await server.stop();
  }
}

function run(
  args: string[],
  env: Record<string, string> = {},
  watch?: (started: ChildProcess) => void,
): Promise<number> {
  return new Promise((resolve, reject) => {
    child = spawn(process.execPath, args, {
      cwd: root,
      stdio: ['inherit', watch ? 'pipe' : 'inherit', 'inherit'],
      env: { ...process.env, ...env },
    });
    watch?.(child);
    child.once('error', reject);
    child.once('close', (code) => resolve(code ?? 1));
  });
}

/** The runner bounds every test but no file: interrupted, it names the file it waited for. */
function endWhenSilent(runner: ChildProcess): void {
  const timer = setTimeout(() => runner.kill('SIGINT'), SILENT_MS);
  runner.stdout?.on('data', () => timer.refresh()).pipe(process.stdout);
  runner.once('exit', () => clearTimeout(timer));
}
