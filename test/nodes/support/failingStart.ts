/* Three processes, of which the second fails at its start while the third is still starting. */
import { findMember } from '../../../src/lib/process/member.ts';
import { startWorkers } from '../../../src/lib/process/workers.ts';
import { createLog } from '../../../src/lib/log.ts';

const member = findMember();
if (!member) await startWorkers({ count: 3, env: {}, log: createLog('silent') });
else if (member.number === 1) member.tellReady('http://127.0.0.1:1');
else if (member.number === 2) process.exit(1);
else setInterval(() => {}, 60_000);
