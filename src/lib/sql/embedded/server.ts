import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { OsAccount } from './account.ts';
import { findFileText } from './dataDirectory.ts';
import { type ServerLogSink, relayServerLog, type ServerLog } from './serverLog.ts';

export type ServerPlan = {
  postgres: string;
  cluster_dir: string;
  account: OsAccount | undefined;
  settings: Record<string, string>;
};
export type Server = {
  /** Settles when the process is gone, and never rejects. */
  exited: Promise<void>;
  /** False when the process ended before it was ready. */
  becomesReady: () => Promise<boolean>;
  /** The last lines of its log. */
  lastLines: () => Promise<string[]>;
  stop: () => Promise<void>;
};

const POLL_EVERY_MS = 5;
const LAST_LINES_MS = 1_000;
const FAST_STOP_MS = 8_000;
const IMMEDIATE_STOP_MS = 8_000;

/** A session of its own keeps Ctrl-C away from it, which would end it under requests in flight. */
export function launchServer(
  { postgres, cluster_dir, account, settings }: ServerPlan,
  log: ServerLogSink,
): Server {
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const child = spawn(postgres, ['-D', ownDirectory(cluster_dir), ...flags], {
    ...account,
    cwd: cluster_dir,
    env: SERVER_ENV,
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: true,
  });
  const relay = relayServerLog(child.stderr, log);
  const exited = waitForExit(child, log);
  // The end of our process cannot wait, and may come while the server is starting.
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

/** Nothing of our environment: PGPORT and its family would change the server. */
export const SERVER_ENV = { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };

/** The link needs no permission on the directories above, which root may have closed to the account. */
export function ownDirectory(directory: string): string {
  return process.platform === 'linux' ? '/proc/self/cwd' : directory;
}

async function waitForExit(child: ChildProcess, log: ServerLogSink): Promise<void> {
  try {
    await once(child, 'exit');
  } catch (error) {
    log.error({ err: error }, 'the database server cannot be run');
  }
}

async function lastLines(relay: ServerLog): Promise<string[]> {
  await endsWithin(relay.ended, LAST_LINES_MS);
  return relay.last();
}

/** The last line of the pid file is the server's own word, cheaper than connecting. */
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
    if (await endsWithin(exited, patience_ms)) return;
  }
  child.kill('SIGKILL');
  await exited;
}

const STOP_STEPS: [NodeJS.Signals, number][] = [
  ['SIGINT', FAST_STOP_MS],
  ['SIGQUIT', IMMEDIATE_STOP_MS],
];

async function endsWithin(exited: Promise<void>, patience_ms: number): Promise<boolean> {
  const patience = new AbortController();
  const timeout = sleep(patience_ms, false, { signal: patience.signal }).catch(() => false);
  const ended = await Promise.race([exited.then(() => true), timeout]);
  patience.abort();
  return ended;
}

function isRunning(child: ChildProcess): boolean {
  return child.pid !== undefined && child.exitCode === null && child.signalCode === null;
}
