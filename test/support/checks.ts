import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';

export type CheckResult = { is_passed: boolean; output: string };

/** Runs `npm run check`, or its part for changed files, as a process. Aborting kills its whole process group. */
export async function runChecks(
  root: string,
  signal: AbortSignal,
  changed?: readonly string[],
): Promise<CheckResult> {
  const files = changed ? ['--changed', ...changed] : [];
  const child = spawn(process.execPath, ['scripts/check.ts', ...files], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
    // The type-aware linter, which is a Go program, needs a fifth less processor time with one thread.
    env: { ...process.env, GOMAXPROCS: '1' },
    // Starts a process group, so that one signal reaches all programs of the checks.
    detached: true,
  });
  const end = () => {
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGKILL');
  };
  signal.addEventListener('abort', end);
  const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  signal.removeEventListener('abort', end);
  return { is_passed: code === 0, output };
}
