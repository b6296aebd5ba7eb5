import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { createKey } from '../src/features/keys/keys.ts';
import { createTask } from '../src/features/tasks/tasks.ts';
import { findConnection } from '../src/lib/sql/embedded/embedded.ts';
import { connect } from '../src/lib/sql/sql.ts';
import { seedAccount } from './support/accounts.ts';
import { percentile, formatTable } from './support/figures.ts';
import { startService } from './support/service.ts';

/*
 * node bench/signIns.ts [sign-ins]
 * Measures a task list without and during many simultaneous sign-ins. Exits with 1 if its p99 during the sign-ins
 * reaches 250 ms, or if a sign-in is rejected.
 */
const [at_once = 200] = process.argv.slice(2).map(Number);
const MOST_MS = 250;
const TASKS = 60;

const data_dir = await mkdtemp(join(tmpdir(), 'sign-ins-'));
const service = await startService({ DATA_DIR: data_dir });
const { url } = service;
try {
  process.exitCode = (await measure()) ? 0 : 1;
} finally {
  await service.stop();
  await rm(data_dir, { recursive: true, force: true, maxRetries: 10 });
}

async function measure(): Promise<boolean> {
  const { token, person } = await seed();
  const list = { kind: 'list', url, token, ms: 4_000 };
  const alone = await run(list);
  const started = performance.now();
  const signing = run({ kind: 'sign-in', url, person, at_once });
  const beside = await run(list);
  const signed_in = (await signing).filter((status) => status === 303).length;
  const took_ms = Math.round(performance.now() - started);
  formatTable([
    { what: 'lists alone', ...figuresOf(alone) },
    { what: 'lists beside the sign-ins', ...figuresOf(beside) },
    { what: 'sign-ins', 'signed in': `${signed_in} of ${at_once}`, took: `${took_ms} ms` },
  ]);
  return percentile(beside, 0.99) < MOST_MS && signed_in === at_once;
}

async function seed() {
  const target = await findConnection(data_dir);
  if (!target) throw new Error('the service left no connection file');
  const db = connect(target, { max: 2 });
  const { ctx, person } = await seedAccount(db);
  for (let at = 0; at < TASKS; at++) await createTask(ctx, { title: `Task ${at}` });
  const { key } = await createKey(ctx, { name: 'Bench', scopes: ['read:tasks'] });
  await db.end({ timeout: 1 });
  return { token: key, person };
}

/** Runs a job in its own thread. */
async function run(job: object): Promise<number[]> {
  const worker = new Worker(new URL('./support/signInsClient.ts', import.meta.url), { workerData: job });
  const [answer] = (await once(worker, 'message')) as [number[]];
  return answer;
}

function figuresOf(times: readonly number[]) {
  const at = (share: number) => `${percentile(times, share).toFixed(1)} ms`;
  return { count: times.length, p50: at(0.5), p99: at(0.99) };
}
