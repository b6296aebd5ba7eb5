import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/*
 * Measures the time of `npm start` until the service is ready: the first start on a directory, including the demo
 * account, and later starts.
 */
const ROUNDS = 5;
const BUDGET_MS = { first: 4_000, later: 2_000 };
const root = fileURLToPath(new URL('..', import.meta.url));

const first_ms: number[] = [];
const later_ms: number[] = [];
for (let round = 0; round < ROUNDS; round++) {
  const data_dir = await mkdtemp(join(tmpdir(), 'startup-'));
  first_ms.push(await measureStart(data_dir));
  later_ms.push(await measureStart(data_dir));
  await rm(data_dir, { recursive: true, force: true, maxRetries: 10 });
}
console.table({ first: rowOf(first_ms, BUDGET_MS.first), later: rowOf(later_ms, BUDGET_MS.later) });
const is_met = medianOf(first_ms) <= BUDGET_MS.first && medianOf(later_ms) <= BUDGET_MS.later;
process.exitCode = is_met ? 0 : 1;

async function measureStart(data_dir: string): Promise<number> {
  const started_ms = performance.now();
  const child = spawn('npm', ['start'], {
    cwd: root,
    env: { ...process.env, DATA_DIR: data_dir, PORT: '0', LOG_LEVEL: 'silent' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  let took_ms: number | undefined;
  for await (const line of createInterface({ input: child.stdout })) {
    if (!line.startsWith('ready ')) continue;
    took_ms = performance.now() - started_ms;
    child.kill('SIGTERM');
  }
  await exited;
  if (took_ms === undefined) throw new Error('the service ended before it was ready');
  return took_ms;
}

function rowOf(times_ms: number[], budget_ms: number) {
  return {
    'median ms': Math.round(medianOf(times_ms)),
    'fastest ms': Math.round(Math.min(...times_ms)),
    'slowest ms': Math.round(Math.max(...times_ms)),
    'budget ms': budget_ms,
  };
}

function medianOf(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
