import { execFile } from 'node:child_process';
import { readdir, readFile, readlink, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { StartupFault } from '../../process/startupFault.ts';
import { findFileText, identify, isPresent } from './dataDirectory.ts';
import type { ServerLogSink } from './serverLog.ts';

/** The program is told apart from its arguments, since its path may have spaces. */
type Process = { pid: number; program: string; command: string };

const POLL_EVERY_MS = 20;
const FAST_STOP_MS = 20_000;
const BACKENDS_LEAVE_MS = 1_000;
const FORCED_STOP_MS = 10_000;

/** Ends servers that an earlier run left on this directory. */
export async function clearDirectory(cluster_dir: string, log: ServerLogSink): Promise<void> {
  if (!(await isPresent(cluster_dir))) return;
  const name = await identify(cluster_dir);
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
  // A backend that is just being forked still carries the command line of its postmaster.
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
    // It ended between our look and the signal.
  }
}

/** PostgreSQL believes a pid file whose process lives; after a restart of a container that may be anything. */
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

/** Finds a server that was started on this directory by hand. */
async function isForeignServer(cluster_dir: string, pid: number): Promise<boolean> {
  const found = (await listProcesses()).find((process) => process.pid === pid);
  if (!found || !isPostgres(found) || found.command.includes('cluster_name=tenant-ops-')) return false;
  const serves = await readlink(`/proc/${pid}/cwd`).catch(() => cluster_dir);
  return serves === cluster_dir;
}

/** By the command line, which anybody may read: links like /proc/N/cwd are closed to root in containers. */
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

/** A process that ended meanwhile has no command. */
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
