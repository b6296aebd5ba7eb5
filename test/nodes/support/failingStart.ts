/* A program with three processes; the second fails at its start while the third is still starting. */
import { findWorkerProcess } from '../../../src/lib/process/workerProcess.ts';
import { startWorkers } from '../../../src/lib/process/workers.ts';
import { createLog } from '../../../src/lib/log.ts';

const member = findWorkerProcess();
if (!member) await startWorkers({ count: 3, env: {}, log: createLog('silent') });
else if (member.number === 1) member.tellReady('http://127.0.0.1:1');
else if (member.number === 2) process.exit(1);
else setInterval(() => {}, 60_000);
