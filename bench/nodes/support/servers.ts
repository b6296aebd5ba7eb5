import { readFileSync } from 'node:fs';
import { connect } from '../../../src/lib/sql/sql.ts';
import type { Server } from '../../../support/cluster.ts';
import { processorMs, type MeasuredSide } from '../../support/measure.ts';

/** The unit of processor times in /proc (10 ms with the kernel's default). */
const TICK_MS = 10;

/** Finds the process ids of the postmasters. The servers must run on this machine. */
export async function findPostmasters(servers: readonly Server[]): Promise<number[]> {
  return Promise.all(
    servers.map(async (server) => {
      const db = connect(server, { max: 1 });
      const [file] = await db<[{ text: string }]>`select pg_read_file('postmaster.pid') as text`;
      await db.end();
      return Number.parseInt(file.text, 10);
    }),
  );
}

/** Adds the processor time per call to a round: that of all server processes, and that of the first server. */
export function measuringServers(postmasters: readonly number[], side: MeasuredSide): MeasuredSide {
  const first = postmasters.slice(0, 1);
  return async (seconds) => {
    const [before_ms, first_ms, started_ms] = [spentMs(postmasters), spentMs(first), performance.now()];
    const round = await side(seconds);
    const calls = (round.per_second * (performance.now() - started_ms)) / 1_000;
    return {
      ...round,
      database_ms: (spentMs(postmasters) - before_ms) / calls,
      cpu_ms: (spentMs(first) - first_ms) / calls,
    };
  };
}

function spentMs(postmasters: readonly number[]): number {
  const spent = postmasters.flatMap((pid) => [
    processorMs(pid),
    endedMs(pid),
    ...childrenOf(pid).map((child) => spentUnlessEnded(child)),
  ]);
  return spent.reduce((sum, ms) => sum + ms, 0);
}

function childrenOf(pid: number): number[] {
  const text = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8');
  return [...text.matchAll(/\d+/g)].map(Number);
}

/** The time of a process that ends meanwhile is counted with its parent's ended children. */
function spentUnlessEnded(pid: number): number {
  try {
    return processorMs(pid);
  } catch {
    return 0;
  }
}

/** Returns the processor time of ended children: fields 16 and 17 of /proc/PID/stat. */
function endedMs(pid: number): number {
  const line = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const [user, system] = line
    .slice(line.lastIndexOf(')') + 2)
    .split(' ')
    .slice(13, 15);
  return (Number(user) + Number(system)) * TICK_MS;
}
