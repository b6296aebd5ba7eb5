import { execFile } from 'node:child_process';
import { readdir, readFile, readlink, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { StartupFault } from '../../process/startupFault.ts';
import { findFileText, identifyDirectory, isPresent } from './dataDirectory.ts';
import type { ServerLogSink } from './serverLog.ts';

/** A running process. `program` is separate from `command`, because its path may contain spaces. */
type Process = { pid: number; program: string; command: string };

const POLL_EVERY_MS = 20;
const FAST_STOP_MS = 20_000;
const BACKENDS_LEAVE_MS = 1_000;
const FORCED_STOP_MS = 10_000;

/** Stops orphaned servers of earlier runs in this directory and removes a stale pid file. */
export async function stopOrphanedServers(cluster_dir: string, log: ServerLogSink): Promise<void> {
  if (!(await isPresent(cluster_dir))) return;
  const name = await identifyDirectory(cluster_dir);
  const orphans = await listProcessesOf(name);
  if (orphans.length > 0) await endOrphans(cluster_dir, name, orphans, log);
  await removeStalePidFile(cluster_dir);
}

async function endOrphans(
  cluster_dir: string,
  name: string,
  orphans: Process[],
  log: ServerLogSink,
): Promise<void> {
  // Only postmasters are signalled first. A backend that was just forked still has the command line of its postmaster.
  const postmasters = orphans.filter(({ command }) => isPostmaster(command));
  log.warn(
    { processes: orphans.map(({ pid }) => pid) },
    'stopping a database server left over from an earlier run',
  );
  for (const postmaster of postmasters) signal(postmaster, 'SIGINT');
  if (await areGone(name, postmasters.length > 0 ? FAST_STOP_MS : BACKENDS_LEAVE_MS)) return;
  await signalAll(name, 'SIGQUIT');
  if (await areGone(name, FORCED_STOP_MS)) return;
  await signalAll(name, 'SIGKILL');
  if (await areGone(name, FORCED_STOP_MS)) return;
  throw new StartupFault(
    `An earlier database server on ${cluster_dir} cannot be stopped: end it and start again.`,
  );
}

async function areGone(name: string, patience_ms: number): Promise<boolean> {
  const started_ms = performance.now();
  while (performance.now() - started_ms < patience_ms) {
    if ((await listProcessesOf(name)).length === 0) return true;
    await sleep(POLL_EVERY_MS);
  }
  return false;
}

async function signalAll(name: string, kind: NodeJS.Signals): Promise<void> {
  for (const found of await listProcessesOf(name)) signal(found, kind);
}

function signal({ pid }: Process, kind: NodeJS.Signals): void {
  try {
    process.kill(pid, kind);
  } catch {
    // The process ended before the signal was sent.
  }
}

/**
 * Removes a stale pid file. PostgreSQL trusts a pid file if a process with that pid exists; after the restart of a
 * container, that can be any process.
 */
async function removeStalePidFile(cluster_dir: string): Promise<void> {
  const pid_file = path.join(cluster_dir, 'postmaster.pid');
  const pid = Number((await findFileText(pid_file))?.split('\n')[0]);
  if (!(pid > 0)) return;
  if (await isForeignServer(cluster_dir, pid)) {
    throw new StartupFault(
      `Another PostgreSQL server (process ${pid}) runs on ${cluster_dir}: stop it and start again.`,
    );
  }
  await rm(pid_file, { force: true });
}

/** True if the process is a PostgreSQL server that was started manually in this directory. */
async function isForeignServer(cluster_dir: string, pid: number): Promise<boolean> {
  const found = (await listProcesses()).find((process) => process.pid === pid);
  if (!found || !isPostgres(found) || found.command.includes('cluster_name=tenant-ops-')) return false;
  const serves = await readlink(`/proc/${pid}/cwd`).catch(() => cluster_dir);
  return serves === cluster_dir;
}

/**
 * Lists the processes by their command lines, which every user may read. Links such as /proc/N/cwd are often unreadable
 * in containers, even for root.
 */
async function listProcessesOf(name: string): Promise<Process[]> {
  return (await listProcesses()).filter(
    (found) =>
      isPostgres(found) &&
      (isPostmasterOf(name, found.command) || found.command.startsWith(`postgres: ${name}: `)),
  );
}

function isPostmasterOf(name: string, command: string): boolean {
  return `${command} `.includes(` cluster_name=${name} `);
}

function isPostmaster(command: string): boolean {
  return command.includes(' cluster_name=');
}

function isPostgres({ program }: Process): boolean {
  return program.startsWith('postgres: ') || path.basename(program) === 'postgres';
}

async function listProcesses(): Promise<Process[]> {
  return process.platform === 'linux' ? listFromProc() : listFromPs();
}

async function listFromProc(): Promise<Process[]> {
  const pids = (await readdir('/proc')).filter((entry) => /^\d+$/.test(entry));
  return Promise.all(pids.map(readProcess));
}

/** Returns an empty command for a process that ended meanwhile. */
async function readProcess(pid: string): Promise<Process> {
  const text = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
  const [program = ''] = text.split('\0', 1);
  return { pid: Number(pid), program, command: text.replaceAll('\0', ' ').trimEnd() };
}

async function listFromPs(): Promise<Process[]> {
  const { stdout } = await promisify(execFile)('ps', ['-axww', '-o', 'pid=,command=']);
  return [...stdout.matchAll(/^\s*(\d+) (.*)$/gm)].map(([, pid, command = '']) => ({
    pid: Number(pid),
    program: /^(?:.*?\/)?postgres(?= |$)/.exec(command)?.[0] ?? command,
    command,
  }));
}
