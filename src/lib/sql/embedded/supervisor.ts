import { setTimeout as sleep } from 'node:timers/promises';
import { backoffMs } from '../../concurrency/backoff.ts';
import { StartupFault } from '../../process/startupFault.ts';
import { isDiskFull, NO_SPACE } from './dataDirectory.ts';
import { launchServer, type DatabaseServerProcess, type ServerPlan } from './server.ts';
import type { ServerLogSink } from './serverLog.ts';
import { stopOrphanedServers } from './serverProcesses.ts';

/** Backoff between restarts. The first restart after a stable run happens immediately. */
const RESTART_PAUSE = { first_ms: 100, longest_ms: 5_000 };
const READY_AGAIN_MS = 100;
const STABLE_MS = 1_000;
const MEMORY_PATIENCE_MS = 10_000;

export type Supervisor = { stop: () => Promise<void> };

/** Starts the server, and restarts it after each unexpected end. */
export async function superviseServer(plan: ServerPlan, log: ServerLogSink): Promise<Supervisor> {
  let server = await startFirst(plan, log);
  const stopping = new AbortController();

  const watching = (async () => {
    let quick_ends = 0;
    while (!stopping.signal.aborted) {
      const ran_ms = await measureRun(server);
      if (stopping.signal.aborted) return;
      quick_ends = ran_ms > STABLE_MS ? 0 : quick_ends;
      const delay_ms = quick_ends === 0 ? 0 : backoffMs(quick_ends, RESTART_PAUSE);
      log.warn({ delay_ms }, 'the database server ended unexpectedly: starting it again');
      await sleep(delay_ms, undefined, { signal: stopping.signal }).catch(() => {});
      quick_ends++;
      server = (await relaunch(plan, log, stopping.signal)) ?? server;
    }
  })();

  const stop = async (): Promise<void> => {
    stopping.abort();
    await server.stop();
    await watching;
    // A restart that was in progress during the abort may have launched another server.
    await server.stop();
  };
  return { stop };
}

async function measureRun(server: DatabaseServerProcess): Promise<number> {
  const started_ms = performance.now();
  await server.exited;
  return performance.now() - started_ms;
}

async function relaunch(
  plan: ServerPlan,
  log: ServerLogSink,
  stopping: AbortSignal,
): Promise<DatabaseServerProcess | undefined> {
  try {
    await stopOrphanedServers(plan.cluster_dir, log);
    return stopping.aborted ? undefined : launchServer(plan, log);
  } catch (error) {
    log.error({ err: error }, 'the database server cannot be started again');
    return undefined;
  }
}

/**
 * Starts the server. Retries for a limited time while the kernel still holds the shared memory of a server that was
 * just killed.
 */
async function startFirst(plan: ServerPlan, log: ServerLogSink): Promise<DatabaseServerProcess> {
  const started_ms = performance.now();
  for (;;) {
    const server = launchServer(plan, log);
    if (await server.becomesReady()) return server;
    const lines = (await server.lastLines()).join('\n');
    const is_waiting = performance.now() - started_ms < MEMORY_PATIENCE_MS;
    if (!(is_waiting && lines.includes('pre-existing shared memory block'))) throw explainDeath(plan, lines);
    await sleep(READY_AGAIN_MS);
  }
}

function explainDeath({ cluster_dir }: ServerPlan, lines: string): StartupFault {
  if (isDiskFull(lines)) {
    return new StartupFault(`${cluster_dir} ${NO_SPACE}.`);
  }
  const reason =
    /^(?:FATAL|PANIC|postgres): +(.*)$/m.exec(lines)?.[1] ?? (lines.trim() || 'it gives no reason');
  return new StartupFault(`The database in ${cluster_dir} does not start: ${reason}.`);
}
