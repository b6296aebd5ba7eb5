import { spawn } from 'node:child_process';
import { isAlone } from '../../support/series.ts';
import type { Copy } from './copies.ts';
import type { ReportedTest } from './testReporter.ts';

/** This module is loaded as in `npm test`; without it, node:test tracks every promise, which is slow. */
const FOLLOW_TESTS = './test/support/followTests.ts';

export type MutationAttempt = { silence_ms: number; signal: AbortSignal };

/** The failure message and the test file. */
export type DetectedFailure = { said: string; file: string };

/** Runs tests until the first failure; undefined if all pass. */
export async function findFailure(
  copy: Copy,
  tests: readonly string[],
  attempt: MutationAttempt,
): Promise<DetectedFailure | undefined> {
  for (const files of divideIntoProcesses(tests)) {
    const failed = await runProcess(copy, files, attempt);
    if (failed !== undefined) return failed;
  }
}

/** Divides tests into processes. Tests that need their own process are slow and run last. */
export function divideIntoProcesses(tests: readonly string[]): string[][] {
  const together = tests.filter((test) => !isAlone(test));
  const alone = tests.filter(isAlone).map((test) => [test]);
  return together.length === 0 ? alone : [together, ...alone];
}

async function runProcess(
  copy: Copy,
  files: readonly string[],
  { silence_ms, signal }: MutationAttempt,
): Promise<DetectedFailure | undefined> {
  const child = start(copy, files);
  let said: string | undefined;
  let passed = 0;
  const stop = (why: string) => {
    said ??= why;
    killGroup(child.pid);
  };
  const silence = setTimeout(() => stop('the limit of time'), silence_ms);
  child.on('message', ({ name, is_file, passed: has_passed }: ReportedTest) => {
    silence.refresh();
    if (!has_passed) stop(name);
    else if (is_file && said === undefined) passed++;
  });
  const onAbort = () => stop('the end of the run');
  signal.addEventListener('abort', onAbort);
  if (signal.aborted) onAbort();
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject).once('close', resolve);
  });
  clearTimeout(silence);
  signal.removeEventListener('abort', onAbort);
  await copy.clear();
  signal.throwIfAborted();
  if (said === undefined && code === 0 && passed === files.length) return;
  return { said: said ?? `the end of the process with ${code}`, file: files[passed] ?? files.at(-1) ?? '' };
}

/** Starts the tests as a process group, so that processes of the tests are killed with it. */
function start({ root, environment }: Copy, files: readonly string[]) {
  const own = 'test/mutate/support';
  const flags = ['--disable-warning=ExperimentalWarning', '--import', FOLLOW_TESTS];
  const reporter = `--test-reporter=./${own}/testReporter.ts`;
  return spawn(process.execPath, [...flags, reporter, `${own}/tests.ts`, ...files], {
    cwd: root,
    env: environment,
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    detached: true,
  });
}

function killGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // The process group has already ended.
  }
}
