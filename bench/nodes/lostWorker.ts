import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs, promisify } from 'node:util';
import type { Context } from '../../src/access/context.ts';
import { createKey } from '../../src/features/keys/keys.ts';
import { connect, type Database } from '../../src/lib/sql/sql.ts';
import {
  findCluster,
  createDistributedDatabase,
  runOnServer,
  urlOf,
  type Cluster,
} from '../../support/cluster.ts';
import { seedAccount } from '../support/accounts.ts';
import { percentile, formatTable } from '../support/figures.ts';
import { loadTasks } from '../support/loadTasks.ts';
import { concurrentCallers, interleave } from '../support/measure.ts';
import { requestsTo } from '../support/requests.ts';
import { startService, type RunningService } from '../support/service.ts';
import { startPageClient, type TimedAnswer } from './support/pageClient.ts';

/*
 * TEST_CITUS=postgres://… node bench/nodes/lostWorker.ts --worker HOST:PORT --down COMMAND --up COMMAND
 * [--rows 1000000] [--away 10] [--per-second 20]
 * Measures the failure of a Citus worker with two accounts on that worker and two on others. First compares first
 * and middle pages of large lists with those of lists with sixty tasks. Then each account creates and reads tasks
 * while one command stops the worker and another starts it. Exits with 1 if an account on another worker had an
 * error, an account on the stopped worker had an error other than 503, or an acknowledged task is lost; also if the
 * stopped worker caused no error, because then it was not down.
 */
const { values } = parseArgs({
  options: {
    worker: { type: 'string' },
    down: { type: 'string' },
    up: { type: 'string' },
    rows: { type: 'string', default: '1000000' },
    away: { type: 'string', default: '10' },
    'per-second': { type: 'string', default: '20' },
  },
});
const SHARDS = 32;
const OF_EACH = 2;
const FEW = 60;
const MOST = { first: 1.5, middle: 2 };
const BESIDE_MS = 5_000;
const BACK_WITHIN_MS = 60_000;
const TASKS = '/v1/api-tenant-tasks';

type Place = 'there' | 'elsewhere';
type Tenant = { place: Place; ctx: Context; key: string };
type Phase = 'before' | 'away' | 'back';

const url = process.env['TEST_CITUS'];
const { worker, down, up } = values;
if (url && worker && down && up) {
  process.exitCode = (await loseWorker(await findCluster(url), worker, { down, up })) ? 0 : 1;
} else {
  process.stdout.write('left out: needs TEST_CITUS, --worker, --down and --up\n');
}

async function loseWorker(
  cluster: Cluster,
  lost: string,
  commands: { down: string; up: string },
): Promise<boolean> {
  const name = `bench_lost_${randomBytes(4).toString('hex')}`;
  await using undo = new AsyncDisposableStack();
  for (const node of [cluster.coordinator, ...cluster.workers])
    undo.defer(() => runOnServer(node, `drop database if exists ${name} with (force)`));
  const spread = await createDistributedDatabase(cluster, name, SHARDS);
  const db = connect(spread, { max: 4, deadline_ms: 600_000 });
  undo.defer(() => db.end({ timeout: 1 }));
  const few = await openTenant(db, 'elsewhere');
  await loadTasks(few.ctx, FEW);
  const tenants = await openTenants(db, lost);
  for (const { ctx } of tenants) await loadTasks(ctx, Number(values.rows));
  const service = await startService({ DATABASE_URL: urlOf(spread), SECRET_KEY: '07'.repeat(32) });
  undo.defer(async () => void (await service.stop()));
  const is_flat = await comparePages(service, few, tenants);
  return (await visit(service, db, tenants, commands)) && is_flat;
}

/** Creates accounts until both places have enough, because the id of an account determines its worker. */
async function openTenants(db: Database, lost: string): Promise<Tenant[]> {
  const found: Record<Place, Tenant[]> = { there: [], elsewhere: [] };
  while (Object.values(found).some((some) => some.length < OF_EACH)) {
    const tenant = await openTenant(db, 'elsewhere');
    const place = (await findWorker(db, tenant.ctx.account_id)) === lost ? 'there' : 'elsewhere';
    if (found[place].length < OF_EACH) found[place].push({ ...tenant, place });
  }
  return [...found.there, ...found.elsewhere];
}

async function openTenant(db: Database, place: Place): Promise<Tenant> {
  const { ctx } = await seedAccount(db);
  const { key } = await createKey(ctx, { name: 'Bench', scopes: ['read:tasks', 'write:tasks'] });
  return { place, ctx, key };
}

async function findWorker(db: Database, account_id: string): Promise<string> {
  const [found] = await db<{ worker: string }[]>`
    select shard.nodename || ':' || shard.nodeport as worker
    from pg_dist_shard_placement as shard
    where shard.shardid = get_shard_id_for_distribution_column('accounts', ${account_id}::uuid)`;
  return found?.worker ?? '';
}

/** Reads first and middle pages with one caller, in alternating rounds with a short list. */
async function comparePages(service: RunningService, few: Tenant, tenants: readonly Tenant[]) {
  const apis = [few, ...tenants].map(({ key }) => requestsTo(service.url, key, 1));
  const rows = [];
  for (const depth of ['first', 'middle'] as const) {
    const sides: Record<string, ReturnType<typeof concurrentCallers>> = {};
    for (const [at, api] of apis.entries()) {
      const { total } = JSON.parse(await api.get(`${TASKS}?limit=1`)) as { total: number };
      const offset = depth === 'first' ? 0 : Math.floor(total / 2);
      sides[at === 0 ? 'few' : `account ${at}`] = concurrentCallers(1, () =>
        api.get(`${TASKS}?limit=25&offset=${offset}`),
      );
    }
    const { few: least, ...others } = await interleave(sides, { rounds: 5, seconds: 1 });
    for (const [account, { p50_ms }] of Object.entries(others))
      rows.push({ depth, account, p50_ms, ratio: p50_ms / (least?.p50_ms ?? NaN) });
  }
  await Promise.all(apis.map((api) => api.close()));
  formatTable(
    rows.map(({ depth, account, p50_ms, ratio }) => ({
      [`${depth} page`]: account,
      p50: `${p50_ms.toFixed(1)} ms`,
      [`of ${FEW} tasks'`]: `${ratio.toFixed(2)} (at most ${MOST[depth]})`,
    })),
  );
  return rows.every(({ depth, ratio }) => ratio <= MOST[depth]);
}

/** Runs a client per account before the worker stops, while it is down, and after it is back. */
async function visit(
  service: RunningService,
  db: Database,
  tenants: readonly Tenant[],
  { down, up }: { down: string; up: string },
): Promise<boolean> {
  const pause_ms = 1_000 / Number(values['per-second']);
  const visitors = tenants.map(({ key }) => startPageClient(service.url, key, pause_ms));
  const answered: Record<Phase, TimedAnswer[][]> = { before: [], away: [], back: [] };
  const take = (phase: Phase) => (answered[phase] = visitors.map((visitor) => visitor.take()));
  await sleep(BESIDE_MS);
  await run(down);
  take('before');
  await sleep(1_000 * Number(values.away));
  take('away');
  await run(up);
  const began_ms = performance.now();
  await Promise.all(visitors.map((visitor) => visitor.nextCreated(BACK_WITHIN_MS)));
  const back_ms = performance.now() - began_ms;
  await sleep(BESIDE_MS);
  const acknowledged = await Promise.all(visitors.map((visitor) => visitor.stop()));
  take('back');
  const lost = await countLost(db, tenants, acknowledged);
  const rows = (['before', 'away', 'back'] as const).flatMap((phase) =>
    (['elsewhere', 'there'] as const).map((place) => ({
      phase,
      place,
      ...figuresOf(answered[phase].filter((_, at) => tenants[at]?.place === place).flat()),
    })),
  );
  formatTable(rows);
  formatTable([
    { 'acknowledged tasks': acknowledged.flat().length, lost, 'answers again after': ms(back_ms) },
  ]);
  const is_elsewhere_well = rows.every(({ place, away, other }) => place === 'there' || away + other === 0);
  const was_away = rows.some(({ phase, place, away }) => phase === 'away' && place === 'there' && away > 0);
  return is_elsewhere_well && was_away && rows.every(({ other }) => other === 0) && lost === 0;
}

function figuresOf(answers: readonly TimedAnswer[]) {
  const times = answers.map(({ took_ms }) => took_ms);
  const count = (is: (status: number) => boolean) => answers.filter(({ status }) => is(status)).length;
  return {
    answers: answers.length,
    away: count((status) => status === 503),
    other: count((status) => status >= 300 && status !== 503),
    p50: ms(percentile(times, 0.5)),
    p99: ms(percentile(times, 0.99)),
  };
}

function ms(value: number): string {
  return `${value.toFixed(1)} ms`;
}

/** Searches one random id in addition, because a query that finds an unknown id would find everything. */
async function countLost(
  db: Database,
  tenants: readonly Tenant[],
  acknowledged: readonly string[][],
): Promise<number> {
  let lost = 0;
  for (const [at, { ctx }] of tenants.entries()) {
    const ids = acknowledged[at] ?? [];
    const sought = [...ids, crypto.randomUUID()];
    const found = await db`
      select task.id
      from tasks as task
      where task.account_id = ${ctx.account_id}
        and task.id = any (${sought}::uuid[])`;
    if (found.length === sought.length)
      throw new Error('the count of what is lost found what there never was');
    lost += ids.length - found.length;
  }
  return lost;
}

async function run(command: string): Promise<void> {
  await promisify(execFile)('sh', ['-c', command]);
}
