import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { setTimeout as sleep } from 'node:timers/promises';
import { startMeasured, type MeasuredProcess } from '../support/measured/process.ts';
import { uploadHardTexts } from './support/attacks/attackers.ts';
import { openAttackParties, type AttackParties } from './support/attacks/accounts.ts';
import { measureLatency, type LatencyResult } from './support/attacks/measureLatency.ts';

/*
 * node bench/attacks.ts [--seconds 15] [--only readers] [--only documents]
 * Runs 500 slow readers, 50 slow writers, 20 forms of 64 KB per second and 20 documents that are hard to parse, all
 * at once. Measures the latency of a normal caller, and the memory that remains in use afterwards. Exits with 1 if a
 * limit is exceeded.
 */
const KINDS = ['readers', 'writers', 'forms', 'documents'];
const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '15' },
    only: { type: 'string', multiple: true, default: KINDS },
  },
});
const seconds = Number(values.seconds);
const LIMITS = { health_ms: 250, list_times: 5, memory_mb: 50 };
const CALM_WITHIN_S = 30;
const ATTACKERS = fileURLToPath(new URL('./support/attacks/attackerProcess.ts', import.meta.url));

const data_dir = await mkdtemp(join(tmpdir(), 'assault-'));
const service = await startMeasured({ DATA_DIR: data_dir });
const parties = await openAttackParties(service.url, data_dir);
try {
  process.exitCode = (await attack()) ? 0 : 1;
} finally {
  await service.stop();
  await rm(data_dir, { recursive: true, force: true, maxRetries: 10 });
}

async function attack(): Promise<boolean> {
  const alone = await watchBoth(parties);
  const before_mb = await residentMb(service);
  const attackers = await beginAll();
  const beside = await watchBoth(parties);
  attackers.kill('SIGKILL');
  const after_mb = await calmDown(before_mb);
  const times = beside.list.p99_ms / alone.list.p99_ms;
  const grown_mb = after_mb - before_mb;
  console.table({
    '/healthz, p99': row(alone.health, beside.health, `${LIMITS.health_ms} ms`),
    'list of another account, p99': row(alone.list, beside.list, `${LIMITS.list_times} × alone`),
    memory: { alone: mb(before_mb), beside: mb(after_mb), limit: `+ ${LIMITS.memory_mb} MB`, refused: 0 },
  });
  const is_kept = {
    health: beside.health.p99_ms <= LIMITS.health_ms,
    list: times <= LIMITS.list_times,
    memory: grown_mb <= LIMITS.memory_mb,
    answers: beside.health.refused + beside.list.refused === 0,
  };
  for (const [name, kept] of Object.entries(is_kept)) if (!kept) process.stdout.write(`FAIL ${name}\n`);
  return Object.values(is_kept).every(Boolean);
}

async function beginAll(): Promise<ChildProcess> {
  const child = spawn(process.execPath, [ATTACKERS, service.url, ...values.only], { stdio: 'inherit' });
  if (values.only.includes('documents')) void upload();
  await sleep(1_000);
  return child;
}

async function upload(): Promise<void> {
  await uploadHardTexts(parties.attacker, 20).catch((error: unknown) => {
    process.stderr.write(`not all documents were taken: ${String(error)}\n`);
  });
}

async function watchBoth({
  health,
  list,
}: AttackParties): Promise<{ health: LatencyResult; list: LatencyResult }> {
  const [of_health, of_list] = await Promise.all([
    measureLatency(health, seconds),
    measureLatency(list, seconds),
  ]);
  return { health: of_health, list: of_list };
}

/** Waits until the documents, which are read one after the other, are done and the memory is released. */
async function calmDown(before_mb: number): Promise<number> {
  let after_mb = Infinity;
  for (let waited = 0; waited < CALM_WITHIN_S && after_mb > before_mb + LIMITS.memory_mb; waited++) {
    await sleep(1_000);
    after_mb = await residentMb(service);
  }
  return after_mb;
}

async function residentMb(measured: MeasuredProcess): Promise<number> {
  return (await measured.readMemory()).resident_bytes / 2 ** 20;
}

function row(alone: LatencyResult, beside: LatencyResult, limit: string) {
  return { alone: ms(alone.p99_ms), beside: ms(beside.p99_ms), limit, refused: beside.refused };
}

function ms(value: number): string {
  return `${value.toFixed(1)} ms`;
}

function mb(value: number): string {
  return `${value.toFixed(0)} MB`;
}
