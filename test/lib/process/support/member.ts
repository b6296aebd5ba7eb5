/* A process of a group; environment variables control its behaviour by its number. */
import { Counter, Registry } from 'prom-client';
import { findWorkerProcess } from '../../../../src/lib/process/workerProcess.ts';

const member = findWorkerProcess();
if (!member) throw new Error('this program is started by another process');
const own = new Registry();
new Counter({ name: 'counted', help: 'Counted', registers: [own] }).inc(member.number);
const shared = member.shareMetrics(own);
const act = process.env['MEMBER_ACT'];

/** Messages of the test to the first process, in addition to the messages between members. */
process.on('message', (message) => {
  if (message === 'metrics') void shared.metrics().then((text) => process.send?.({ text }));
  if (message === 'end') process.exit(3);
});
process.on('SIGTERM', () => process.exit(0));
setInterval(() => {}, 60_000);

if (act === 'fail') {
  await member.tellFailed('No settings.');
  process.exit(1);
} else if (act === 'end') process.exit(1);
else member.tellReady(`http://127.0.0.1:${process.env['PORT']}/${member.number}`);
