/* A program with two processes. After the second is killed, no replacement can be started for a while. */
import cluster from 'node:cluster';
import { once } from 'node:events';
import { findWorkerProcess } from '../../../src/lib/process/workerProcess.ts';
import { startWorkers } from '../../../src/lib/process/workers.ts';
import { createLog } from '../../../src/lib/log.ts';
import { eventually } from '../../../support/eventually.ts';

const member = findWorkerProcess();
if (member) {
  member.tellReady('http://127.0.0.1:1');
  setInterval(() => {}, 60_000);
} else await watchTwo(process.argv[2] ?? '');

/** Replaces the program of new processes by one that cannot run. */
async function watchTwo(stand_in: string): Promise<void> {
  let failures = 0;
  const log = createLog('error', { write: () => void failures++ });
  const workers = await startWorkers({ count: 2, env: {}, log });
  const [first, second] = Object.values(cluster.workers ?? {});
  const program = process.execPath;
  process.execPath = stand_in;
  second?.process.kill('SIGKILL');
  // Waits for the end of the second process and of its failed replacements.
  await eventually(
    () => failures,
    (count) => count >= 3,
  );
  process.execPath = program;
  await once(cluster, 'online');
  process.stdout.write(`first ${first?.isDead() ? 'ended' : 'runs'}\n`);
  await workers.stop();
}
