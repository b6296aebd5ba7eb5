import { after } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { seedAccount } from '../../bench/support/accounts.ts';
import { createKey } from '../../src/features/keys/keys.ts';
import { s3Store } from '../../src/lib/files/s3.ts';
import { callerAt } from '../../support/caller.ts';
import { findRestoreLosses, plantRestoreLosses, startWriteLoad } from '../../support/restored.ts';
import { cloneDatabase, databaseSettings } from '../../test/support/database.ts';
import { freshFolder, startS3 } from '../../test/support/fileStores.ts';
import { describeFaultCounts, type Experiment, type ExperimentFindings } from '../experiment.ts';
import { openFaultyProxy, type FaultyProxy, type FaultyProxyMode } from '../support/faultyProxy.ts';
import { startStoppableService } from '../support/serviceProcess.ts';

const MODES: FaultyProxyMode[] = ['refused', 'silent', 'cut in the answer'];
const FOR_MS = 1_000;

async function failStorage(rounds: number, is_planted: boolean): Promise<ExperimentFindings> {
  const fresh = await cloneDatabase();
  after(() => fresh.drop());
  const { files, line, url } = await openBucket();
  const service = await startStoppableService({
    ...databaseSettings(fresh.connection),
    DATA_DIR: await freshFolder(),
    S3_URL: url,
  });
  const { ctx } = await seedAccount(fresh.db);
  const { key } = await createKey(ctx, { name: 'Lab', scopes: ['write:tasks', 'manage:forms'] });
  const writing = startWriteLoad(callerAt(service.url, key), { writers: 3, per_second: 40 });
  for (let round = 0; round < rounds; round++) await breakInTurns(line);
  await writing.stop();
  const written = is_planted ? await plantRestoreLosses(fresh.db, files, writing) : writing;
  const losses = await findRestoreLosses(fresh.db, files, written, new Date().toISOString());
  await service.stop();
  return {
    ledger: {
      tasks_acknowledged: written.tasks.length,
      forms_acknowledged: written.forms.length,
      refused: writing.failures,
      connections_broken: line.broken(),
    },
    broken: describeFaultCounts({
      tasks_lost: losses.tasks,
      forms_lost: losses.forms,
      tasks_without_event: losses.tasks_without_event,
      events_without_task: losses.events_without_task,
      files_broken: losses.files,
    }),
  };
}

/** Opens a bucket, and its URL behind a proxy that breaks connections. */
async function openBucket() {
  const url = new URL(await startS3());
  const files = s3Store(url.href);
  const line = await openFaultyProxy(Number(url.port));
  after(async () => {
    line.close();
    await files.close();
  });
  url.port = String(line.port);
  return { files, line, url: url.href };
}

async function breakInTurns(line: FaultyProxy): Promise<void> {
  for (const mode of MODES) {
    await sleep(FOR_MS);
    line.turn(mode);
    await sleep(FOR_MS);
    line.turn('whole');
  }
  await sleep(FOR_MS);
}

export const storageExperiment: Experiment = {
  name: 'storage',
  does: `Breaks the connection to the S3 bucket while clients upload and delete forms with pictures: ${MODES.join(', ')}.`,
  promise:
    'Each form that the service acknowledged with 201 has its complete picture, no form names a missing file, and tasks are not affected.',
  unit: `rounds of ${MODES.length} faults`,
  rounds: { short: 2, long: 200 },
  run: ({ rounds }) => failStorage(rounds, false),
  controls: [
    {
      plants: 'a file, an event and a task are deleted',
      rounds: 1,
      run: ({ rounds }) => failStorage(rounds, true),
    },
  ],
};
