import { open, rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { findConnection } from '../../src/lib/sql/embedded/embedded.ts';
import { connect, type Database } from '../../src/lib/sql/sql.ts';
import { canMount } from '../../test/support/mounting.ts';
import { freshDataDirectory, makeKeyIn } from '../../test/support/service.ts';
import type { Experiment, ExperimentFindings, SkippedRun } from '../experiment.ts';
import { loseEvents } from '../support/plantedBugs.ts';
import { startClients } from '../support/clients.ts';
import { startStoppableService } from '../support/serviceProcess.ts';
import { readTasksLedger } from '../support/tasksLedger.ts';

const SIZE_MB = 400;
/** Runs a command with a small tmpfs mounted at the first argument. */
const ON_SMALL_DISK = [
  'unshare',
  '-m',
  'sh',
  '-c',
  `mount -t tmpfs -o size=${SIZE_MB}m tmpfs "$0" && exec "$@"`,
];
const FULL_MS = 2_500;
const WORK_MS = 500;
const BLOCK = Buffer.alloc(2 ** 20, 1);

async function fillDisk(
  rounds: number,
  plant?: (db: Database) => Promise<void>,
): Promise<ExperimentFindings | SkippedRun> {
  if (!canMount()) return { skipped: 'needs the right to mount a small file system' };
  const DATA_DIR = await freshDataDirectory();
  const service = await startStoppableService({ DATA_DIR }, [...ON_SMALL_DISK, DATA_DIR]);
  // Only the service's mount namespace has the small disk, so the path leads through /proc.
  const seen = `/proc/${service.child.pid}/root${DATA_DIR}`;
  const connection = await findConnection(seen);
  if (!connection) throw new Error('the service left no connection file');
  const db = connect(connection, { max: 2, deadline_ms: 60_000 });
  await plant?.(db);
  const clients = startClients(service.url, await makeKeyIn(db), { description: 'x'.repeat(10_000) });
  let full_answers = 0;
  for (let round = 0; round < rounds; round++) {
    await clients.nextAnswer();
    await sleep(WORK_MS);
    const before = clients.refused();
    await fill(`${seen}/filler`);
    await sleep(FULL_MS);
    full_answers += clients.refused() - before;
    await rm(`${seen}/filler`);
    await clients.nextAnswer();
  }
  const told = await clients.stop();
  const found = await readTasksLedger(db, told);
  await db.end({ timeout: 1 });
  await service.stop();
  if (full_answers === 0) throw new Error('the disk was never full for the service');
  return found;
}

/** Fills the disk completely, to the last byte. */
async function fill(path: string): Promise<void> {
  await using file = await open(path, 'w');
  for (let size = BLOCK.length; size > 0;) {
    const { bytesWritten } = await file.write(BLOCK, 0, size).catch(() => ({ bytesWritten: 0 }));
    if (bytesWritten < size) size = Math.floor(size / 2);
  }
}

export const diskFullExperiment: Experiment = {
  name: 'disk-full',
  does: `Fills the disk while clients create tasks, and then frees it. The disk is a separate volume of ${SIZE_MB} MB that holds the service and its embedded database.`,
  promise:
    'Each task that the service acknowledged with 201 exists once, with its event, and the service recovers without an operator when the disk has space again.',
  unit: 'times full',
  rounds: { short: 2, long: 50 },
  run: ({ rounds }) => fillDisk(rounds),
  controls: [
    {
      plants: 'one in ten events is not written',
      rounds: 1,
      run: ({ rounds }) => fillDisk(rounds, loseEvents),
    },
  ],
};
