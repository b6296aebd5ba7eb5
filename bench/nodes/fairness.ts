import { mkdtemp, rm } from 'node:fs/promises';
import { request, Agent } from 'node:http';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { connect } from '../../src/lib/sql/sql.ts';
import { reachDatabase } from '../support/database.ts';
import { percentile, formatTable } from '../support/figures.ts';
import { startBusyAccount } from '../support/busyAccount.ts';
import { startReceiver } from '../support/receiver.ts';
import { startService } from '../support/service.ts';
import { openBusyAccounts, type LoadKind, type BusyAccounts } from './support/busyAccounts.ts';

/*
 * node bench/nodes/fairness.ts [--rounds 3] [--seconds 20] [--per-second 5] [--only search]
 * Measures how 64 simultaneous requests of one account affect another account: its p50 and p99 alone, next to the
 * busy account, and next to it in a service without connection limits per account (`ACCOUNT_CONNECTIONS=off`), in
 * alternating rounds.
 */
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '20' },
    'per-second': { type: 'string', default: '5' },
    only: { type: 'string', multiple: true },
  },
});
const rounds = Number(values.rounds);
const seconds = Number(values.seconds);
const per_second = Number(values['per-second']);
const MOST_TIMES = 3;
const SETTLE_MS = 500;
/** The number of rejected requests of the watched account. */
let refused = 0;

const data_dir = await mkdtemp(join(tmpdir(), 'fairness-'));
const WEBHOOK_ALLOW = '127.0.0.0/8';
const fair = await startService({ DATA_DIR: data_dir, WEBHOOK_ALLOW });
const started = [fair];
const receiver = await startReceiver();
const agent = new Agent({ keepAlive: true });
try {
  process.exitCode = (await compareAll()) ? 0 : 1;
} finally {
  agent.destroy();
  receiver.stop();
  for (const service of started.toReversed()) await service.stop();
  await rm(data_dir, { recursive: true, force: true, maxRetries: 10 });
}

async function compareAll(): Promise<boolean> {
  const { connection, DATABASE_URL } = await reachDatabase(data_dir);
  const unfair = await startService({
    DATA_DIR: data_dir,
    DATABASE_URL,
    WEBHOOK_ALLOW,
    ACCOUNT_CONNECTIONS: 'off',
  });
  started.push(unfair);
  const db = connect(connection, { max: 2, deadline_ms: 120_000 });
  const neighbours = await openBusyAccounts(db, `${receiver.url}/hang`);
  await db.end({ timeout: 1 });
  const urls = { fair: fair.url, unfair: unfair.url };
  let is_kept = true;
  for (const kind of neighbours.kinds.filter(({ name }) => values.only?.includes(name) ?? true))
    is_kept = (await compare(kind, neighbours, urls)) && is_kept;
  return is_kept;
}

type Times = { alone: number[]; beside: number[]; control: number[] };

async function compare(
  kind: LoadKind,
  { key }: BusyAccounts,
  { fair, unfair }: { fair: string; unfair: string },
): Promise<boolean> {
  const times: Times = { alone: [], beside: [], control: [] };
  const ratios: number[] = [];
  let refused_beside = 0;
  for (const url of [fair, unfair]) await measure(url, key, 1);
  for (let round = 0; round < rounds; round++) {
    const alone = await measure(fair, key, seconds);
    const refused_before = refused;
    const beside = await besideOf(kind, fair, key);
    refused_beside += refused - refused_before;
    times.alone.push(...alone);
    times.beside.push(...beside);
    times.control.push(...(await besideOf(kind, unfair, key)));
    ratios.push(percentile(beside, 0.99) / percentile(alone, 0.99));
  }
  const p99 = (side: keyof Times) => percentile(times[side], 0.99);
  const row = (side: keyof Times) =>
    `${percentile(times[side], 0.5).toFixed(0)} / ${p99(side).toFixed(0)} ms`;
  formatTable([
    {
      beside: kind.name,
      'alone p50 / p99': row('alone'),
      fair: row('beside'),
      'refused, fair': refused_beside,
      off: row('control'),
      'p99 fair': `${(p99('beside') / p99('alone')).toFixed(1)} × (${ratios.map((one) => one.toFixed(1)).join(', ')})`,
      'p99 off': `${(p99('control') / p99('alone')).toFixed(1)} ×`,
    },
  ]);
  const most_ms = MOST_TIMES * p99('alone');
  return refused_beside === 0 && p99('beside') <= most_ms && p99('control') > most_ms;
}

async function besideOf(kind: LoadKind, url: string, key: string): Promise<number[]> {
  const neighbour = await startBusyAccount({ url, ...(await kind.asks(url)) });
  const times = await measure(url, key, seconds);
  const answers = await neighbour.stop();
  process.stderr.write(`${kind.name}: ${JSON.stringify(answers)}\n`);
  await sleep(SETTLE_MS);
  return times;
}

/** Sends requests at a fixed rate, without waiting for answers: lists and, every fifth time, a new task. */
async function measure(url: string, key: string, for_s: number): Promise<number[]> {
  const asked: Promise<number>[] = [];
  const from = performance.now();
  for (let at = 0; at < for_s * per_second; at++) {
    const wait_ms = from + (at * 1_000) / per_second - performance.now();
    if (wait_ms > 0) await sleep(wait_ms);
    asked.push(at % 5 === 4 ? ask(url, key, { title: 'Beside' }) : ask(url, key));
  }
  return Promise.all(asked);
}

/** Sends a request and returns its latency. */
async function ask(url: string, key: string, body?: object): Promise<number> {
  const from = performance.now();
  const asking = request(`${url}/v1/api-tenant-tasks`, {
    agent,
    method: body ? 'POST' : 'GET',
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
  });
  asking.end(body && JSON.stringify(body));
  const [answer] = await once(asking, 'response');
  answer.resume();
  await once(answer, 'end');
  if (answer.statusCode >= 300) refused++;
  return performance.now() - from;
}
