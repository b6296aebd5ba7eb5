/* Two processes that have counted 1 and 2: the first says the sum again and again, the second answers once. */
import { Counter, Registry } from 'prom-client';
import { createLog } from '../../../src/lib/log.ts';
import { findMember, type ProcessMember } from '../../../src/lib/process/member.ts';
import { startWorkers } from '../../../src/lib/process/workers.ts';

const member = findMember();
if (member) await measure(member);
else await startWorkers({ count: 2, env: {}, log: createLog('silent') });

async function measure(member: ProcessMember): Promise<void> {
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
