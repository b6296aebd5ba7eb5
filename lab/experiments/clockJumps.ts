import { after } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { DAY_MS } from '../../src/lib/time/clock.ts';
import type { Database } from '../../src/lib/sql/sql.ts';
import type { Caller } from '../../support/caller.ts';
import { isBalanced, ledgerOf } from '../../support/deliveries.ts';
import { endpointOf } from '../../test/support/endpoints.ts';
import { createFuzzer } from '../../test/support/fuzzer.ts';
import { openReceiver } from '../../test/support/receiver.ts';
import { openWorld, type World } from '../../test/support/world.ts';
import { describeFaultCounts, type Experiment, type ExperimentFindings } from '../experiment.ts';
import { postponeRetries } from '../support/plantedBugs.ts';
import { drainQueue } from '../support/drainQueue.ts';

const JUMPS_MS = [1_000, 60_000, 3_600_000, DAY_MS].flatMap((ms) => [ms, -ms]);
const TASKS = 4;
const AT_WORK_MS = 100;
const PATH = '/v1/api-tenant-tasks';
const PAGE = 100;

async function jump(
  { rounds, seed }: { rounds: number; seed: number },
  plant?: (db: Database) => Promise<void>,
): Promise<ExperimentFindings> {
  const world = await openWorld({ webhook_allow: ['127.0.0.0/8'] });
  await plant?.(world.db);
  const receiver = await openFailingFirst();
  const tenant = await world.account();
  await endpointOf(tenant, `${receiver.url}/hook`);
  const api = await tenant.api();
  const sender = world.startSender();
  const fuzzer = createFuzzer(seed);
  const created: string[] = [];
  let latest_ms = world.clock.now().getTime();
  for (let round = 0; round < rounds; round++) {
    for (let at = 0; at < TASKS; at++) created.push((await api.post(PATH, { title: 'Told' })).body.id);
    await sleep(AT_WORK_MS);
    world.clock.advance(fuzzer.pick(JUMPS_MS));
    latest_ms = Math.max(latest_ms, world.clock.now().getTime());
    sender.wake();
  }
  // Deliveries scheduled by a clock that was ahead become due only when the clock reaches that time.
  world.clock.advance(latest_ms - world.clock.now().getTime());
  await drainQueue(world, sender);
  return judge(world, api, created, receiver.received);
}

/** Opens a receiver that rejects the first attempt of every second event. */
async function openFailingFirst() {
  const receiver = await openReceiver();
  after(() => receiver.close());
  const seen = new Set<string>();
  receiver.answer = ({ headers }, response) => {
    const id = String(headers['webhook-id']);
    const is_refused = !seen.has(id) && seen.size % 2 === 0;
    seen.add(id);
    response.writeHead(is_refused ? 503 : 204).end();
  };
  return receiver;
}

async function judge(
  world: World,
  api: Caller,
  created: readonly string[],
  received: readonly { body: string }[],
): Promise<ExperimentFindings> {
  const listed = await listAll(api);
  const deliveries = await ledgerOf(world.db);
  const events = received.map(({ body }) => JSON.parse(body));
  const arrived = new Set(events.map(({ data }): string => data.task_id));
  return {
    ledger: {
      created: created.length,
      listed: listed.length,
      arrived: arrived.size,
      attempts: received.length,
      delivered: deliveries.delivered,
    },
    broken: describeFaultCounts({
      tasks_not_listed: created.filter((id) => !listed.includes(id)).length,
      tasks_listed_twice: listed.length - new Set(listed).size,
      events_that_never_arrived: created.filter((id) => !arrived.has(id)).length,
      events_with_several_ids: new Set(events.map(({ event_id }) => event_id)).size - arrived.size,
      deliveries_still_waiting: deliveries.pending,
      ledgers_out_of_balance: isBalanced(deliveries) ? 0 : 1,
    }),
  };
}

async function listAll(api: Caller): Promise<string[]> {
  const ids: string[] = [];
  for (let offset = 0, total = 1; offset < total; offset += PAGE) {
    const { body } = await api.get(`${PATH}?limit=${PAGE}&offset=${offset}`);
    total = body.total;
    ids.push(...body.tasks.map(({ id }: { id: string }) => id));
  }
  return ids;
}

export const clockJumpsExperiment: Experiment = {
  name: 'clock-jumps',
  does: 'Moves the service’s clock forward or back by a second, a minute, an hour or a day while clients create tasks and deliveries are in progress. The machine’s clock does not change.',
  promise:
    'Each task is in the list once. Each event arrives after the clock has caught up, always with the same id.',
  unit: 'jumps',
  rounds: { short: 30, long: 2_000 },
  run: (turn) => jump(turn),
  controls: [
    {
      plants: 'the time of a retry comes from a clock that runs years ahead',
      rounds: 5,
      run: (turn) => jump(turn, postponeRetries),
    },
  ],
};
