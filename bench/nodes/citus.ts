import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { prepareDatabase } from '../../src/database/database.ts';
import { createKey } from '../../src/features/keys/keys.ts';
import { createTask } from '../../src/features/tasks/tasks.ts';
import { connect } from '../../src/lib/sql/sql.ts';
import {
  findCluster,
  createDistributedDatabase,
  runOnServer,
  urlOf,
  type Cluster,
  type Server,
} from '../../support/cluster.ts';
import { logMultiShard, watchMultiShard } from '../../support/multiShard.ts';
import { seedAccount } from '../support/accounts.ts';
import { startCaller, type Request } from '../support/caller.ts';
import { formatTable } from '../support/figures.ts';
import { loadTasks } from '../support/loadTasks.ts';
import { interleave, type RoundResult, type MeasuredSide } from '../support/measure.ts';
import { startService, type RunningService } from '../support/service.ts';
import { findPostmasters, measuringServers } from './support/servers.ts';

/*
 * TEST_CITUS=postgres://… node bench/nodes/citus.ts [--rounds 5] [--seconds 4] [--callers 4] [--rows 20000]
 * Measures the processor time of a request on all Citus servers, compared with a plain database on the same
 * coordinator, in alternating rounds. The servers must run on this machine. Exits with 1 if a ratio is exceeded, or
 * if a statement of a request used several shards.
 */
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '4' },
    callers: { type: 'string', default: '4' },
    rows: { type: 'string', default: '20000' },
  },
});
const pace = { rounds: Number(values.rounds), seconds: Number(values.seconds) };
const at_once = Number(values.callers);
const SHARDS = 32;
const MOST_TIMES: Record<Kind, number> = { create: 3, change: 3, 'list 50': 2, people: 2 };
const TASKS = '/v1/api-tenant-tasks';

type Kind = 'create' | 'change' | 'list 50' | 'people';
type Place = { service: RunningService; key: string; task_ids: string[] };

const url = process.env['TEST_CITUS'];
if (url) process.exitCode = (await compareOn(await findCluster(url))) ? 0 : 1;
else {
  process.stdout.write('left out: needs TEST_CITUS, the URL of a coordinator of Citus on this machine\n');
}

async function compareOn(cluster: Cluster): Promise<boolean> {
  const name = randomBytes(4).toString('hex');
  await using undo = new AsyncDisposableStack();
  const nodes = [cluster.coordinator, ...cluster.workers];
  const [plain_name, spread_name] = [`bench_plain_${name}`, `bench_spread_${name}`];
  undo.defer(() => runOnServer(cluster.coordinator, `drop database if exists ${plain_name} with (force)`));
  for (const node of nodes)
    undo.defer(() => runOnServer(node, `drop database if exists ${spread_name} with (force)`));
  const plain = await makePlain(cluster, plain_name);
  const spread = await createDistributedDatabase(cluster, spread_name, SHARDS);
  await runOnServer(spread, logMultiShard(spread_name));

  const caller = startCaller();
  undo.defer(() => caller.stop());
  const places = { one: await openPlace(plain, undo), citus: await openPlace(spread, undo) };
  const kinds = Object.keys(MOST_TIMES) as Kind[];
  const postmasters = await findPostmasters(nodes);
  const listMultiShard = await watchMultiShard(spread);
  const rows = [];
  for (const kind of kinds) {
    const sideOf = ({ service, key, ...place }: Place): MeasuredSide => {
      const turns = turnsOf(kind, place);
      return measuringServers(postmasters, caller.calling({ url: service.url, key, at_once, turns }));
    };
    const rounds = await interleave({ one: sideOf(places.one), citus: sideOf(places.citus) }, pace);
    rows.push({ kind, ...rounds });
  }
  formatTable(rows.map(figuresOf));
  const of_requests = ((await listMultiShard()) ?? []).filter(({ statement }) => isOfRequest(statement));
  for (const { statement, times } of of_requests)
    process.stdout.write(`of several shards, ${times} times: ${statement}\n`);
  return of_requests.length === 0 && rows.every((row) => ratioOf(row) <= MOST_TIMES[row.kind]);
}

type Compared = { kind: Kind; one: RoundResult; citus: RoundResult };

function ratioOf({ one, citus }: Compared): number {
  return (citus.database_ms ?? NaN) / (one.database_ms ?? NaN);
}

function figuresOf(row: Compared) {
  const { kind, one, citus } = row;
  return {
    request: kind,
    'database ms, one': one.database_ms?.toFixed(2) ?? '',
    'database ms, citus': `${citus.database_ms?.toFixed(2)}, of it the coordinator ${citus.cpu_ms?.toFixed(2)}`,
    ratio: `${ratioOf(row).toFixed(1)} (at most ${MOST_TIMES[kind]})`,
    'p50 ms': `${one.p50_ms.toFixed(1)} / ${citus.p50_ms.toFixed(1)}`,
    'p99 ms': `${one.p99_ms.toFixed(1)} / ${citus.p99_ms.toFixed(1)}`,
    'a second': `${Math.round(one.per_second)} / ${Math.round(citus.per_second)}`,
  };
}

/** Excludes the statements of pollers, which query all accounts and belong to no request. */
function isOfRequest(statement: string): boolean {
  return (
    /\b(?:tasks|users|seats|events|task_changes|api_keys) as /.test(statement) &&
    !/\bexists \(/.test(statement)
  );
}

function turnsOf(kind: Kind, { task_ids }: Pick<Place, 'task_ids'>): (caller: number) => Request[] {
  switch (kind) {
    case 'create':
      return () => [{ path: TASKS, body: { title: 'Oil the hinge' } }];
    case 'change':
      return (nth) =>
        ['in_progress', 'open'].map((status) => ({
          method: 'PATCH',
          path: `${TASKS}?task_id=${task_ids[nth]}`,
          body: { status },
        }));
    case 'list 50':
      return () => [{ path: `${TASKS}?limit=50` }];
    case 'people':
      return () => [{ path: '/v1/api-tenant-users?limit=50' }];
  }
}

async function makePlain({ coordinator }: Cluster, database: string): Promise<Server> {
  await runOnServer(coordinator, `create database ${database}`);
  const plain = { ...coordinator, database };
  await prepareDatabase(plain);
  return plain;
}

async function openPlace(server: Server, undo: AsyncDisposableStack): Promise<Place> {
  const db = connect(server, { max: 2, deadline_ms: 120_000 });
  const { ctx } = await seedAccount(db);
  await loadTasks(ctx, Number(values.rows));
  const { key } = await createKey(ctx, {
    name: 'Bench',
    scopes: ['read:tasks', 'write:tasks', 'read:users'],
  });
  const task_ids: string[] = [];
  for (let nth = 0; nth < at_once; nth++) task_ids.push((await createTask(ctx, { title: 'Changed' })).id);
  await db.end({ timeout: 1 });
  const service = await startService({
    DATABASE_URL: urlOf(server),
    SECRET_KEY: '07'.repeat(32),
  });
  undo.defer(async () => void (await service.stop()));
  return { service, key, task_ids };
}
