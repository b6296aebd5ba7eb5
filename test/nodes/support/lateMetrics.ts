/*
 * A program with two processes, whose counters are 1 and 2. The first prints the sum repeatedly; the second answers
 * only the first request for metrics.
 */
import { Counter, Registry } from 'prom-client';
import { createLog } from '../../../src/lib/log.ts';
import { findWorkerProcess, type WorkerProcess } from '../../../src/lib/process/workerProcess.ts';
import { startWorkers } from '../../../src/lib/process/workers.ts';

const member = findWorkerProcess();
if (member) await measure(member);
else await startWorkers({ count: 2, env: {}, log: createLog('silent') });

async function measure(member: WorkerProcess): Promise<void> {
  let answers = 0;
  const is_late = member.number === 2;
  const own = new Registry();
  const collect = () => (is_late && ++answers > 1 ? new Promise<void>(() => {}) : undefined);
  const counter = new Counter({ name: 'counted', help: 'Counted', registers: [own], collect });
  counter.inc(member.number);
  const shared = member.shareMetrics(own);
  member.tellReady('http://127.0.0.1:1');
  if (is_late) return;
  for (;;) console.log(/^counted \d$/m.exec(await shared.metrics())?.[0]);
}
