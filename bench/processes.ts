import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createKey } from '../src/features/keys/keys.ts';
import type { ConnectionSettings } from '../src/lib/sql/embedded/embedded.ts';
import { connect } from '../src/lib/sql/sql.ts';
import { seedAccount } from './support/accounts.ts';
import { startCaller } from './support/caller.ts';
import { reachDatabase } from './support/database.ts';
import { formatTable } from './support/figures.ts';
import { loadTasks } from './support/loadTasks.ts';
import { interleave, measuringProcess, type RoundResult, type MeasuredSide } from './support/measure.ts';
import { startService, type RunningService } from './support/service.ts';

/*
 * node bench/processes.ts [rounds] [seconds] [callers]
 * Compares the throughput of lists with 50 rows of one process and of two, in alternating rounds on one database.
 * Callers and the database also need processors, so the machine needs spare processors for the second process.
 */
const [rounds = 5, seconds = 3, at_once = 16] = process.argv.slice(2).map(Number);
const ROWS = 20_000;
const TARGET = 1.4;

const data_dir = await mkdtemp(join(tmpdir(), 'processes-'));
const one = await startService({ DATA_DIR: data_dir, PROCESSES: '1' });
const started = [one];
const caller = startCaller();
try {
  await compare();
} finally {
  caller.stop();
  for (const service of started.toReversed()) await service.stop();
  await rm(data_dir, { recursive: true, force: true, maxRetries: 10 });
}

async function compare(): Promise<void> {
  const { connection, DATABASE_URL } = await reachDatabase(data_dir);
  const two = await startService({ DATA_DIR: data_dir, DATABASE_URL, PROCESSES: '2' });
  started.push(two);
  const key = await loadAccount(connection);
  const sides = await interleave({ one: sideOf(one, key), two: sideOf(two, key) }, { rounds, seconds });
  const ratio = sides.two.per_second / sides.one.per_second;
  formatTable(Object.entries(sides).map(([processes, round]) => ({ processes, ...figuresOf(round) })));
  formatTable([{ processors: availableParallelism(), ratio: ratio.toFixed(2), wanted: TARGET }]);
  process.exitCode = ratio >= TARGET ? 0 : 1;
}

function sideOf({ url, child }: RunningService, key: string): MeasuredSide {
  const side = caller.calling({
    url,
    key,
    at_once,
    turns: () => [{ path: '/v1/api-tenant-tasks?limit=50' }],
  });
  return measuringProcess(child.pid, side, async () => workersOf(child.pid));
}

/** Returns the processor time of the first process and of the others; other programs on the machine do not count. */
function figuresOf({ per_second, p50_ms, p99_ms, cpu_ms = 0, database_ms = 0 }: RoundResult) {
  return {
    per_second: Math.round(per_second),
    p50_ms: p50_ms.toFixed(1),
    p99_ms: p99_ms.toFixed(1),
    processor_ms: `${cpu_ms.toFixed(2)} + ${database_ms.toFixed(2)}`,
  };
}

/**
 * Lists the child processes that serve requests. A child that is not listed is the embedded database, which both
 * variants use.
 */
function workersOf(pid = 0): number[] {
  const text = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8');
  const children = [...text.matchAll(/\d+/g)].map(Number);
  return children.filter((child) => readFileSync(`/proc/${child}/cmdline`, 'utf8').includes('main.ts'));
}

async function loadAccount(connection: ConnectionSettings): Promise<string> {
  const db = connect(connection, { max: 2, deadline_ms: 60_000 });
  const { ctx } = await seedAccount(db);
  await loadTasks(ctx, ROWS);
  const made = await createKey(ctx, { name: 'Bench', scopes: ['read:tasks'] });
  await db.end({ timeout: 1 });
  return made.key;
}
