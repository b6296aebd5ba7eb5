/* One of several processes: it does what its environment says for its number. */
import { Counter, Registry } from 'prom-client';
import { findMember } from '../../../../src/lib/process/member.ts';

const member = findMember();
if (!member) throw new Error('this program is started by another process');
const own = new Registry();
new Counter({ name: 'counted', help: 'Counted', registers: [own] }).inc(member.number);
const shared = member.shareMetrics(own);
const act = process.env['MEMBER_ACT'];

/** What the first process is told beside the messages of a member. */
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
