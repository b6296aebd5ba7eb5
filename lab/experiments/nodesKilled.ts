import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { after } from 'node:test';
import type { RunningService } from '../../bench/support/service.ts';
import { subscribeEndpoint } from '../../src/features/webhooks/endpoints/endpoints.ts';
import { createKey } from '../../src/features/keys/keys.ts';
import { seedAccount } from '../../bench/support/accounts.ts';
import { startReceiver } from '../../bench/support/receiver.ts';
import type { Database } from '../../src/lib/sql/sql.ts';
import { isBalanced, ledgerOf } from '../../support/deliveries.ts';
import { eventually } from '../../support/eventually.ts';
import { openBalancer, type Balancer } from '../../support/nodes/balancer.ts';
import { cloneDatabase, databaseSettings, type FreshDatabase } from '../../test/support/database.ts';
import { freshFolder } from '../../test/support/fileStores.ts';
import type { Experiment, ExperimentFindings } from '../experiment.ts';
import { loseDeliveries } from '../support/plantedBugs.ts';
import { startStoppableService } from '../support/serviceProcess.ts';
import { startClients } from '../support/clients.ts';
import { readTasksLedger } from '../support/tasksLedger.ts';

const NODES = 3;
const WORK_MS = 400;
/** The time after which the lease of a dead sender has ended and another sender has claimed its deliveries. */
const DRAINED_WITHIN_MS = 90_000;
const SECRET_KEY = '07'.repeat(32);

async function killNodes(
  rounds: number,
  plant?: (db: Database) => Promise<void>,
): Promise<ExperimentFindings> {
  const fresh = await cloneDatabase();
  const balancer = await openBalancer();
  const receiver = await startReceiver();
  after(async () => {
    balancer.close();
    receiver.stop();
    await fresh.drop();
  });
  const nodes = await openNodes(fresh, balancer);
  await plant?.(fresh.db);
  const key = await openAccount(fresh.db, `${receiver.url}/e`);
  const clients = startClients(balancer.url, key);
  for (let round = 0; round < rounds; round++) {
    await clients.nextAnswer();
    await sleep(WORK_MS * Math.random());
    await killFirst(nodes.running, balancer);
    await clients.nextAnswer();
    await nodes.start();
    await balancer.whenAllReady();
  }
  const told = await clients.stop();
  const found = await readTasksLedger(fresh.db, told);
  const readQueue = () => ledgerOf(fresh.db);
  await eventually(readQueue, ({ queued }) => queued === 0, DRAINED_WITHIN_MS, 200);
  await Promise.all(nodes.running.map((node) => node.stop()));
  return withArrivals(found, await readQueue(), told.acknowledged, receiver.arrivals);
}

async function openNodes({ connection }: FreshDatabase, balancer: Balancer) {
  const settings = {
    ...databaseSettings(connection),
    DATA_DIR: await freshFolder(),
    SECRET_KEY,
    WEBHOOK_ALLOW: '127.0.0.0/8',
  };
  const running: RunningService[] = [];
  const start = async () => {
    const node = await startStoppableService(settings);
    running.push(node);
    balancer.services.add(node.url);
  };
  for (let at = 0; at < NODES; at++) await start();
  await balancer.whenAllReady();
  return { running, start };
}

/** Creates an account with an endpoint at this URL, and returns its API key. */
async function openAccount(db: Database, url: string): Promise<string> {
  const { ctx } = await seedAccount(db);
  await subscribeEndpoint(ctx, { url, events: ['task.created'] });
  return (await createKey(ctx, { name: 'Lab', scopes: ['write:tasks'] })).key;
}

async function killFirst(nodes: RunningService[], balancer: Balancer): Promise<void> {
  const node = nodes.shift();
  if (!node) throw new Error('no node is left');
  const exited = once(node.child, 'exit');
  node.child.kill('SIGKILL');
  await exited;
  balancer.services.delete(node.url);
}

function withArrivals(
  { ledger, broken }: ExperimentFindings,
  deliveries: Awaited<ReturnType<typeof ledgerOf>>,
  acknowledged: readonly string[],
  arrivals: readonly { task_id: string; event_id: string }[],
): ExperimentFindings {
  const arrived = new Set(arrivals.map(({ task_id }) => task_id));
  const not_arrived = acknowledged.filter((id) => !arrived.has(id)).length;
  const ids = new Set(arrivals.map(({ event_id }) => event_id)).size;
  return {
    ledger: {
      ...ledger,
      delivered: deliveries.delivered,
      arrived: arrived.size,
      twice: arrivals.length - ids,
    },
    broken: [
      ...broken,
      ...(not_arrived > 0 ? [`${not_arrived} events never arrived`] : []),
      ...(ids === arrived.size ? [] : [`${ids} ids for ${arrived.size} events`]),
      ...(isBalanced(deliveries) ? [] : ['deliveries that are in no state or in no queue']),
    ],
  };
}

export const nodesKilledExperiment: Experiment = {
  name: 'nodes-killed',
  does: 'Repeatedly kills one of three nodes behind a load balancer, all on one database, while clients create tasks and a receiver gets their events.',
  promise:
    'Each request is stored once, each event arrives under one id, and the other nodes keep answering.',
  unit: 'kills',
  rounds: { short: 2, long: 200 },
  run: ({ rounds }) => killNodes(rounds),
  controls: [
    {
      plants: 'one in ten deliveries is not put into the queue',
      rounds: 1,
      run: ({ rounds }) => killNodes(rounds, loseDeliveries),
    },
  ],
};
