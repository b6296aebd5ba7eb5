import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

type ServerProcess = { pid: number; is_postmaster: boolean };
type Found = { pid: number; parent: number; has_command: boolean };

/**
 * Lists the PostgreSQL processes of a data directory. Reads /proc directly, so that the result does not depend on the
 * code under test.
 */
export function listServerProcesses(data_dir: string): ServerProcess[] {
  const found = findProcesses(path.join(data_dir, 'postgres'));
  // A new child process shows the command line of the postmaster until it sets its own title.
  const isForked = ({ parent }: Found) => found.some(({ pid, has_command }) => has_command && pid === parent);
  return found.map((one) => ({ pid: one.pid, is_postmaster: one.has_command && !isForked(one) }));
}

function findProcesses(folder: string): Found[] {
  const pids = readdirSync('/proc').filter((entry) => /^\d+$/.test(entry));
  return pids.flatMap((pid) => {
    try {
      if (readlinkSync(`/proc/${pid}/cwd`) !== folder) return [];
      const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
      const parent = Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
      return [{ pid: Number(pid), parent, has_command: command.includes('/bin/postgres\0') }];
    } catch {
      return [];
    }
  });
}

export function listPostmasters(data_dir: string): number[] {
  return listServerProcesses(data_dir)
    .filter(({ is_postmaster }) => is_postmaster)
    .map(({ pid }) => pid);
}

/** Kills every process of a server with SIGKILL. Throws if the server does not run. */
export function killServer(data_dir: string): void {
  const processes = listServerProcesses(data_dir);
  if (!processes.some(({ is_postmaster }) => is_postmaster)) throw new Error('there is no server to kill');
  for (const { pid } of processes) killIfThere(pid);
}

/**
 * Kills a process. Ignores a process that has already ended, because a backend may exit between listing and killing.
 */
export function killIfThere(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}

export async function waitUntil(
  isDone: () => boolean | Promise<boolean>,
  patience_ms = 120_000,
): Promise<void> {
  const started_ms = performance.now();
  while (!(await isDone())) {
    if (performance.now() - started_ms > patience_ms) throw new Error('waited in vain');
    await sleep(5);
  }
}
