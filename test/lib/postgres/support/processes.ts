import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

type ServerProcess = { pid: number; is_postmaster: boolean };

/** Every PostgreSQL process that works in this directory, found without the code under test. */
export function listServerProcesses(data_dir: string): ServerProcess[] {
  const pids = readdirSync('/proc').filter((entry) => /^\d+$/.test(entry));
  return pids.flatMap((pid) => {
    try {
      if (readlinkSync(`/proc/${pid}/cwd`) !== path.join(data_dir, 'postgres')) return [];
      const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
      return [{ pid: Number(pid), is_postmaster: command.includes('/bin/postgres\0') }];
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
