import type { BenchService } from './benchService.ts';
import { processorMs } from './measure.ts';

/** Measures the processor time per call of the service and its database, from now on. */
export async function startMeasuringProcessorTime(
  bench: BenchService,
): Promise<{ perCall(calls: number): Promise<number> }> {
  const before = await spentMs(bench);
  return { perCall: async (calls) => ((await spentMs(bench)) - before) / calls };
}

async function spentMs({ db, service }: BenchService): Promise<number> {
  const processes = await db<{ pid: number }[]>`select pid from pg_stat_activity`;
  return [service.child.pid ?? 0, ...processes.map(({ pid }) => pid)].reduce(
    (sum, pid) => sum + processorMs(pid),
    0,
  );
}
