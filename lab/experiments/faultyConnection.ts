import { setTimeout as sleep } from 'node:timers/promises';
import { after } from 'node:test';
import { seedAccount } from '../../bench/support/accounts.ts';
import { taskRow } from '../../bench/support/taskRow.ts';
import { emit } from '../../src/events/emit.ts';
import { taskCreated } from '../../src/features/tasks/events.ts';
import * as queries from '../../src/features/tasks/sql/tasks.ts';
import { connect, transaction } from '../../src/lib/sql/sql.ts';
import { openProxy, type Proxy } from '../../test/faults/support/proxy.ts';
import { cloneDatabase, type FreshDatabase } from '../../test/support/database.ts';
import { freshFolder } from '../../test/support/fileStores.ts';
import { makeKeyIn } from '../../test/support/service.ts';
import type { Experiment, ExperimentFindings } from '../experiment.ts';
import { startStoppableService } from '../support/serviceProcess.ts';
import { startClients, type ClientFindings } from '../support/clients.ts';
import { readTasksLedger } from '../support/tasksLedger.ts';

const BROKEN_MS = 600;

/** Faults of the connection, each applied for a while and then removed. */
const FAULTS: [string, (proxy: Proxy) => void | Promise<void>][] = [
  ['slow', (proxy) => proxy.delay(40)],
  ['so slow that requests queue', (proxy) => proxy.delay(400)],
  ['the answer to a COMMIT is lost', (proxy) => proxy.swallowNextCommit()],
  ['cut while the server is at a COMMIT', (proxy) => proxy.cutDuringNextCommit()],
  ['cut before a COMMIT', (proxy) => proxy.cutBeforeNextCommit()],
  ['half open: no data passes and nothing is closed', (proxy) => proxy.swallowAll()],
  ['refused', (proxy) => proxy.refuse()],
];

async function openLine(): Promise<{ fresh: FreshDatabase; proxy: Proxy }> {
  const fresh = await cloneDatabase();
  const proxy = await openProxy(fresh.connection);
  after(async () => {
    await proxy.close();
    await fresh.drop();
  });
  return { fresh, proxy };
}

async function breakLine(rounds: number): Promise<ExperimentFindings> {
  const { fresh, proxy } = await openLine();
  const service = await startStoppableService({ DATABASE_URL: proxy.url, DATA_DIR: await freshFolder() });
  const clients = startClients(service.url, await makeKeyIn(fresh.db));
  for (let round = 0; round < rounds; round++) {
    for (const [, breakIt] of FAULTS) {
      await clients.nextAnswer();
      await breakIt(proxy);
      await sleep(BROKEN_MS);
      proxy.delay(0);
      await proxy.forward();
    }
  }
  await clients.nextAnswer();
  const told = await clients.stop();
  const found = await readTasksLedger(fresh.db, told);
  await service.stop();
  return found;
}

/** The control: writes as the service does, but retries without checking if a lost COMMIT has succeeded. */
async function runBlindly(rounds: number): Promise<ExperimentFindings> {
  const { fresh, proxy } = await openLine();
  const { ctx } = await seedAccount(fresh.db);
  const { account_id, now } = ctx;
  const db = connect(proxy.target);
  const told: ClientFindings = { sent: 0, acknowledged: [], failures: 0, refused: {}, other_answers: 0 };
  for (let round = 0; round < rounds; round++) {
    proxy.swallowNextCommit();
    const id = await transaction(db, async (tx) => {
      const row = taskRow(now, `WO-${round}`);
      await queries.insertTask(tx, account_id, row);
      await emit(tx, account_id, 'task.created', taskCreated(row), now);
      return row.id;
    });
    told.sent++;
    told.acknowledged.push(id);
  }
  await db.end({ timeout: 1 });
  return readTasksLedger(fresh.db, told);
}

export const faultyConnectionExperiment: Experiment = {
  name: 'faulty-line',
  does: `Breaks the connection between service and database in ${FAULTS.length} ways under load: ${FAULTS.map(([how]) => how).join('; ')}.`,
  promise:
    'Each request is stored once, with its event, regardless of the outcome of its COMMIT, and the service recovers.',
  unit: `rounds of ${FAULTS.length} faults`,
  rounds: { short: 1, long: 100 },
  run: ({ rounds }) => breakLine(rounds),
  controls: [
    {
      plants: 'a transaction with an unanswered COMMIT runs again without a check whether it was committed',
      rounds: 2,
      run: ({ rounds }) => runBlindly(rounds),
    },
  ],
};
