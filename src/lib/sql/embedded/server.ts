import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { endsWithin } from '../../concurrency/withTimeout.ts';
import type { OsAccount } from './account.ts';
import { findFileText } from './dataDirectory.ts';
import { type ServerLogSink, relayServerLog, type ServerLog } from './serverLog.ts';

export type ServerPlan = {
  postgres: string;
  cluster_dir: string;
  account: OsAccount | undefined;
  settings: Record<string, string>;
};
/** A started PostgreSQL process, which may not accept connections yet. */
export type DatabaseServerProcess = {
  /** Resolves when the process has ended; never rejects. */
  exited: Promise<void>;
  /** Resolves to false if the process ends before the server accepts connections. */
  becomesReady: () => Promise<boolean>;
  /** Returns the last lines of the server's log output. */
  lastLines: () => Promise<string[]>;
  stop: () => Promise<void>;
};

const POLL_EVERY_MS = 5;
const LAST_LINES_MS = 1_000;
const FAST_STOP_MS = 8_000;
const IMMEDIATE_STOP_MS = 8_000;

/**
 * Starts PostgreSQL detached, in its own process session. Ctrl-C would otherwise reach the server directly and stop it
 * while requests are still running.
 */
export function launchServer(
  { postgres, cluster_dir, account, settings }: ServerPlan,
  log: ServerLogSink,
): DatabaseServerProcess {
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const child = spawn(postgres, ['-D', clusterPathForServer(cluster_dir), ...flags], {
    ...account,
    cwd: cluster_dir,
    env: SERVER_ENV,
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: true,
  });
  const relay = relayServerLog(child.stderr, log);
  const exited = waitForExit(child, log);
  // An exit handler cannot wait, so it only signals the server, which may still be starting.
  const signalStop = (): void => void child.kill('SIGINT');
  process.once('exit', signalStop);
  void exited.then(() => process.off('exit', signalStop));
  return {
    exited,
    becomesReady: () => becomesReady(child, cluster_dir),
    lastLines: () => lastLines(relay),
    stop: () => stop(child, exited),
  };
}

/**
 * Environment of the server. It contains no variables of this process, because PGPORT and similar ones would change the
 * server.
 */
export const SERVER_ENV = { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };

/**
 * On Linux the path is /proc/self/cwd, because the server's account may have no permission on the parent directories.
 */
export function clusterPathForServer(directory: string): string {
  return process.platform === 'linux' ? '/proc/self/cwd' : directory;
}

async function waitForExit(child: ChildProcess, log: ServerLogSink): Promise<void> {
  try {
    await once(child, 'exit');
  } catch (error) {
    log.error({ err: error }, 'the database server could not be started');
  }
}

async function lastLines(relay: ServerLog): Promise<string[]> {
  await endsWithin(LAST_LINES_MS, relay.ended);
  return relay.last();
}

/** Polls the server's pid file, whose status line says `ready`; this is cheaper than connecting. */
async function becomesReady(child: ChildProcess, cluster_dir: string): Promise<boolean> {
  const pid_file = path.join(cluster_dir, 'postmaster.pid');
  while (isRunning(child)) {
    const lines = (await findFileText(pid_file))?.split('\n') ?? [];
    if (lines[0] === String(child.pid) && lines[7]?.trim() === 'ready') return true;
    await sleep(POLL_EVERY_MS);
  }
  return false;
}

async function stop(child: ChildProcess, exited: Promise<void>): Promise<void> {
  for (const [kind, patience_ms] of STOP_STEPS) {
    if (isRunning(child)) child.kill(kind);
    if (await endsWithin(patience_ms, exited)) return;
  }
  child.kill('SIGKILL');
  await exited;
}

const STOP_STEPS: [NodeJS.Signals, number][] = [
  ['SIGINT', FAST_STOP_MS],
  ['SIGQUIT', IMMEDIATE_STOP_MS],
];

function isRunning(child: ChildProcess): boolean {
  return child.pid !== undefined && child.exitCode === null && child.signalCode === null;
}
