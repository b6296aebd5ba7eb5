import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { RoundResult } from '../support/measure.ts';
import { interleave } from '../support/measure.ts';
import { startService } from '../support/service.ts';
import { startProcess } from '../support/processes.ts';
import { atMost, type BenchRow } from './row.ts';

const SETTLE_MS = 3_000;

/** Compares the memory before the first request with that of a bare Fastify process. */
export const memoryBenchmark: BenchRow = {
  name: 'memory',
  async measure({ service }) {
    await sleep(SETTLE_MS);
    const child = startProcess('./bareProcess.ts', { body: '{}' });
    const [{ rss_mb }] = (await once(child, 'message')) as [{ rss_mb: number }];
    child.kill('SIGKILL');
    const ours = residentMb(service.child.pid);
    const reference = { name: 'bare Fastify', value: rss_mb };
    return [{ what: 'memory, idle', unit: 'MB', ours, reference, budget: atMost(ours, 120, 'MB') }];
  },
};

function residentMb(pid = 0): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1_024;
}

/** Compares starts on an empty and on an existing directory with an empty Node process. */
export const startUpBenchmark: BenchRow = {
  name: 'start-up',
  async measure(_, pace) {
    const data_dir = await mkdtemp(join(tmpdir(), 'bench-start-'));
    const first = await timeStart(data_dir);
    const sides = { later: everyRound(() => timeStart(data_dir)), node: everyRound(timeNode) };
    const { later, node } = await interleave(sides, pace);
    await rm(data_dir, { recursive: true, force: true });
    const reference = { name: 'a Node that does nothing', value: node.p50_ms };
    return [
      { what: 'first start', unit: 'ms', ours: first, reference, budget: atMost(first, 4_000, 'ms') },
      {
        what: 'later start',
        unit: 'ms',
        ours: later.p50_ms,
        reference,
        budget: atMost(later.p50_ms, 2_000, 'ms'),
      },
    ];
  },
};

/** Converts each start into a round. */
function everyRound(time: () => Promise<number>): () => Promise<RoundResult> {
  return async () => {
    const ms = await time();
    return { per_second: 1_000 / ms, p50_ms: ms, p99_ms: ms };
  };
}

async function timeStart(DATA_DIR: string): Promise<number> {
  const started = performance.now();
  const service = await startService({ DATA_DIR, DEMO: 'on' });
  const took_ms = performance.now() - started;
  await service.stop();
  return took_ms;
}

async function timeNode(): Promise<number> {
  const started = performance.now();
  await once(spawn(process.execPath, ['-e', '0']), 'exit');
  return performance.now() - started;
}
