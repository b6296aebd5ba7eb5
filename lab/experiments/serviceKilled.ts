import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { RunningService } from '../../bench/support/service.ts';
import { findConnection } from '../../src/lib/sql/embedded/embedded.ts';
import { connect, type Database } from '../../src/lib/sql/sql.ts';
import { freshDataDirectory, makeKeyIn } from '../../test/support/service.ts';
import type { Experiment, ExperimentFindings } from '../experiment.ts';
import { forgetIdempotentAnswers } from '../support/plantedBugs.ts';
import { startStoppableService } from '../support/serviceProcess.ts';
import { startClients } from '../support/clients.ts';
import { readTasksLedger } from '../support/tasksLedger.ts';

const WORK_MS = 400;

async function killService(
  rounds: number,
  plant?: (db: Database) => Promise<void>,
): Promise<ExperimentFindings> {
  const DATA_DIR = await freshDataDirectory();
  let service = await startStoppableService({ DATA_DIR });
  const { url } = service;
  const key = await beside(DATA_DIR, async (db) => {
    await plant?.(db);
    return makeKeyIn(db);
  });
  const clients = startClients(url, key);
  for (let round = 0; round < rounds; round++) {
    await clients.nextAnswer();
    await sleep(WORK_MS * Math.random());
    await kill(service);
    service = await startStoppableService({ DATA_DIR, PORT: new URL(url).port });
    await clients.nextAnswer();
  }
  const told = await clients.stop();
  const found = await beside(DATA_DIR, (db) => readTasksLedger(db, told));
  await service.stop();
  return found;
}

async function kill({ child }: RunningService): Promise<void> {
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
}

/** Opens the database for a piece of work only, because each start of the service has a new connection. */
async function beside<T>(data_dir: string, work: (db: Database) => Promise<T>): Promise<T> {
  const connection = await findConnection(data_dir);
  if (!connection) throw new Error('the service left no connection file');
  const db = connect(connection, { max: 2, deadline_ms: 60_000 });
  try {
    return await work(db);
  } finally {
    await db.end({ timeout: 1 });
  }
}

export const serviceKilledExperiment: Experiment = {
  name: 'service-killed',
  does: 'Kills the service with SIGKILL and restarts it on the same folder, while clients create tasks and repeat each request with its Idempotency-Key until they get a response.',
  promise: 'Each request is stored once, with its event, and a repeated request gets the same response.',
  unit: 'kills',
  rounds: { short: 3, long: 200 },
  run: ({ rounds }) => killService(rounds),
  controls: [
    {
      plants: 'the stored responses of idempotency keys are deleted',
      rounds: 1,
      run: ({ rounds }) => killService(rounds, forgetIdempotentAnswers),
    },
  ],
};
