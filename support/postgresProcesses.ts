import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

type ServerProcess = { pid: number; is_postmaster: boolean };
type Found = { pid: number; parent: number; has_command: boolean };

/** Every PostgreSQL process that works in this directory, found without the code under test. */
export function listServerProcesses(data_dir: string): ServerProcess[] {
  const found = findProcesses(path.join(data_dir, 'postgres'));
  // What it has just forked has its command line, until it names itself.
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

/** kill -9 of every process of a server that must be there. */
export function killServer(data_dir: string): void {
  const processes = listServerProcesses(data_dir);
  if (!processes.some(({ is_postmaster }) => is_postmaster)) throw new Error('there is no server to kill');
  for (const { pid } of processes) killIfThere(pid);
}

/** A backend may end by itself between being listed and being killed. */
export function killIfThere(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}

export async function waitUntil(
  isDone: () => boolean | Promise<boolean>,
  patience_ms = 20_000,
): Promise<void> {
  const started_ms = performance.now();
  while (!(await isDone())) {
    if (performance.now() - started_ms > patience_ms) throw new Error('waited in vain');
    await sleep(5);
  }
}
