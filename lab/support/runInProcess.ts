import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ExperimentFindings, SkippedRun } from '../experiment.ts';
import type { Assignment, RunAssignment } from '../lab.ts';

export type RunFolder = {
  /** The path of the module that exports the experiments. */
  experiments: string;
  /** The folder for the output of each run. */
  folder: string;
  limit_ms: number;
  signal: AbortSignal;
};

const RUN_PROGRAM = fileURLToPath(new URL('runProcess.ts', import.meta.url));
/** The time for a run to close its resources. */
const CLOSED_WITHIN_MS = 60_000;

/** Runs each experiment in its own process, so that no run shares memory or servers with another. */
export function runInProcesses({ experiments, folder, limit_ms, signal }: RunFolder): RunAssignment {
  return async (assigned) => {
    signal.throwIfAborted();
    const log_path = join(folder, `${nameOf(assigned)}.log`);
    await using log = await open(log_path, 'w');
    const child = spawn(process.execPath, [RUN_PROGRAM, experiments, JSON.stringify(assigned)], {
      stdio: ['ignore', log.fd, log.fd, 'ipc'],
      detached: true,
    });
    const exited = once(child, 'exit');
    const stop = () => void child.kill('SIGTERM');
    signal.addEventListener('abort', stop);
    const message = await readMessage(child, exited, limit_ms);
    const code = await endOf(child, exited);
    signal.removeEventListener('abort', stop);
    if ('error' in message) throw new Error(message.error);
    if (code !== 0) throw new Error(`what it opened could not be closed: ${log_path} says why`);
    return message.found;
  };
}

type Message = { found: ExperimentFindings | SkippedRun } | { error: string };

async function readMessage(
  child: ChildProcess,
  exited: Promise<unknown[]>,
  limit_ms: number,
): Promise<Message> {
  const told = once(child, 'message').then(([message]) => message as Message);
  // `disconnect` comes after the last message of the process.
  const gone = Promise.all([exited, once(child, 'disconnect')]);
  const silent = gone.then(([[code]]) => ({ error: `the run ended with ${String(code)} and said nothing` }));
  const late = Promise.withResolvers<Message>();
  const timer = setTimeout(() => {
    late.resolve({ error: `not done after ${limit_ms / 1_000} s` });
    child.kill('SIGTERM');
  }, limit_ms);
  const message = await Promise.race([told, silent, late.promise]);
  clearTimeout(timer);
  return message;
}

/** Waits for the process to end after closing its resources; after a timeout, its whole process group is killed. */
async function endOf(child: ChildProcess, exited: Promise<unknown[]>): Promise<unknown> {
  const timer = setTimeout(() => child.pid && process.kill(-child.pid, 'SIGKILL'), CLOSED_WITHIN_MS);
  const [code] = await exited;
  clearTimeout(timer);
  return code;
}

function nameOf({ name, control }: Assignment): string {
  return control === undefined ? name : `${name}-control-${control + 1}`;
}
