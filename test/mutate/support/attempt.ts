import { spawn } from 'node:child_process';
import { isAlone } from '../../support/series.ts';
import type { Copy } from './copies.ts';
import type { Told } from './tell.ts';

/** As `npm test` does, which costs less. */
const FOLLOW_TESTS = './test/support/followTests.ts';

export type Attempt = { limit_ms: number; signal: AbortSignal; told?: (told: Told) => void };

/** Runs tests until the first that fails, and returns what was wrong; undefined when all have passed. */
export async function findFailure(
  copy: Copy,
  tests: readonly string[],
  attempt: Attempt,
): Promise<string | undefined> {
  const limit = AbortSignal.timeout(attempt.limit_ms);
  for (const files of divide(tests)) {
    const failure = await runProcess(copy, files, attempt, limit);
    if (failure !== undefined) return failure;
  }
}

/** What needs a process of its own is slow, and so comes last. */
export function divide(tests: readonly string[]): string[][] {
  const together = tests.filter((test) => !isAlone(test));
  const alone = tests.filter(isAlone).map((test) => [test]);
  return together.length === 0 ? alone : [together, ...alone];
}

async function runProcess(
  copy: Copy,
  files: readonly string[],
  { signal, told }: Attempt,
  limit: AbortSignal,
): Promise<string | undefined> {
  const child = start(copy, files);
  const kill = () => killGroup(child.pid);
  let failure: string | undefined;
  let passed = 0;
  child.on('message', (message: Told) => {
    told?.(message);
    if (message.passed) passed += message.is_file ? 1 : 0;
    else failure ??= message.name;
    if (failure !== undefined) kill();
  });
  const ending = AbortSignal.any([signal, limit]);
  ending.addEventListener('abort', kill);
  if (ending.aborted) kill();
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject).once('close', resolve);
  });
  ending.removeEventListener('abort', kill);
  await copy.clear();
  signal.throwIfAborted();
  if (failure !== undefined) return failure;
  if (limit.aborted) return 'the limit of time';
  return code === 0 && passed === files.length ? undefined : `the end of the process with ${code}`;
}

/** A group of its own: what the tests start ends with them. */
function start({ root, environment }: Copy, files: readonly string[]) {
  const own = 'test/mutate/support';
  const flags = ['--disable-warning=ExperimentalWarning', '--import', FOLLOW_TESTS];
  const reporter = `--test-reporter=./${own}/tell.ts`;
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
    // It has ended by itself.
  }
}
