import { after } from 'node:test';
import type { Database } from '../../src/lib/sql/sql.ts';
import { isBalanced, ledgerOf } from '../../support/deliveries.ts';
import { endpointOf } from '../../test/support/endpoints.ts';
import { openReceiver } from '../../test/support/receiver.ts';
import { openWorld } from '../../test/support/world.ts';
import { describeFaultCounts, type Experiment, type ExperimentFindings } from '../experiment.ts';
import { reportFailuresAsDelivered } from '../support/plantedBugs.ts';
import { drainQueue } from '../support/drainQueue.ts';
import { openEvilServer, QUICK_KINDS, SLOW_KINDS } from '../support/evilServers.ts';

const TASKS = 2;
const ATTEMPTS = 3;
const ALL = [...QUICK_KINDS, ...SLOW_KINDS];

type Setting = { kinds: typeof ALL; plant?: (db: Database) => Promise<void> };

async function deliverToAll(rounds: number, { kinds, plant }: Setting): Promise<ExperimentFindings> {
  const world = await openWorld({ webhook_allow: ['127.0.0.0/8'] });
  await plant?.(world.db);
  const good = await openReceiver();
  after(() => good.close());
  const tenant = await world.account();
  await endpointOf(tenant, `${good.url}/hook`);
  for (const kind of kinds) await endpointOf(tenant, await openEvilServer(kind));
  const api = await tenant.api();
  const sender = world.startSender();
  const created: string[] = [];
  for (let round = 0; round < rounds; round++) {
    for (let at = 0; at < TASKS; at++)
      created.push((await api.post('/v1/api-tenant-tasks', { title: 'Told' })).body.id);
    await drainQueue(world, sender);
  }
  const deliveries = await ledgerOf(world.db);
  const [{ early }] = await world.db<[{ early: number }]>`
    select count(*)::int as early
    from webhook_deliveries
    where state = 'failed'
      and attempts <> ${ATTEMPTS}`;
  const told = good.received.map(({ body }): string => JSON.parse(body).data.task_id);
  return {
    ledger: {
      kinds: kinds.length,
      events: created.length,
      arrived: new Set(told).size,
      deliveries: deliveries.created,
      delivered: deliveries.delivered,
      failed: deliveries.failed,
      pending: deliveries.pending,
    },
    broken: describeFaultCounts({
      events_that_never_arrived: created.filter((id) => !told.includes(id)).length,
      events_that_arrived_twice: told.length - new Set(told).size,
      deliveries_still_waiting: deliveries.pending,
      failures_told_as_deliveries: deliveries.delivered - created.length,
      failed_without_three_attempts: early,
      ledgers_out_of_balance: isBalanced(deliveries) ? 0 : 1,
    }),
  };
}

const ALTERNATIVES = new Intl.ListFormat('en', { type: 'disjunction' });

export const receiversExperiment: Experiment = {
  name: 'receivers',
  does: `Delivers each event to a healthy receiver and to ${ALL.length} faulty ones of different kinds. They ${ALTERNATIVES.format(ALL.map(({ how }) => how))}.`,
  promise:
    'The healthy receiver gets each event once. Deliveries to the others fail after three attempts each. Each delivery is counted exactly once.',
  unit: `rounds of ${TASKS} events`,
  rounds: { short: 1, long: 50 },
  run: ({ rounds }) => deliverToAll(rounds, { kinds: ALL }),
  controls: [
    {
      plants: 'a delivery that failed three times is stored as delivered',
      rounds: 1,
      run: ({ rounds }) =>
        deliverToAll(rounds, { kinds: [...QUICK_KINDS], plant: reportFailuresAsDelivered }),
    },
  ],
};
