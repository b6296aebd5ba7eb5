import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createGuard } from '../../../../src/lib/http/outgoing/guard.ts';
import { createOutgoingClient } from '../../../../src/lib/http/outgoing/outgoing.ts';
import type { CallResult } from '../../../../src/lib/http/outgoing/outcome.ts';
import { eventually } from '../../../../support/eventually.ts';
import { openNameServer } from '../../../support/nameServer.ts';
import { openReceiver } from '../../../support/receiver.ts';
import { callUrl, outcomeWord } from './support.ts';

/** The most simultaneous calls of an account: the slots of its deliveries and of its skills. */
const STALLED = 356;
const LIMIT_MS = 60_000;
/** The resolver repeats a query after this time. */
const QUESTION_MS = 4_000;

const names = await openNameServer((name) => (name.startsWith('stalled') ? 'silence' : ['127.0.0.1']));
const receiver = await openReceiver();
const outgoing = createOutgoingClient({ guard: createGuard(['127.0.0.0/8']), dns_servers: [names.server] });
after(() => Promise.all([outgoing.close(), receiver.close(), names.close()]));

const at = (name: string) => `http://${name}.example:${receiver.port}/`;
const limit = { timeout_ms: LIMIT_MS };
const stalled: Promise<CallResult>[] = [];
let given_up = 0;
for (let turn = 0; turn < STALLED; turn++) {
  const call = callUrl(outgoing, at(`stalled${turn}`), { ...limit, account_id: 'stalling' });
  stalled.push(call.finally(() => given_up++));
  // One name at a time: many simultaneous queries overflow the socket buffer, and a lost query would look
  // like a slow one.
  await eventually(
    () => names.asked.includes(`stalled${turn}.example`),
    (isAsked) => isAsked,
    LIMIT_MS,
    0,
  );
}

test('stalled DNS names of one account do not delay another account', async () => {
  for (let turn = 0; turn < 20; turn++)
    assert.equal(outcomeWord(await callUrl(outgoing, at(`prompt${turn}`), limit)), 204);
  assert.equal(given_up, 0);
});

test('timed_out_resolving for a name whose lookup takes longer than the timeout of the call', async () => {
  const result = await callUrl(outgoing, at('stalled-alone'), { timeout_ms: 20 });
  assert.equal(outcomeWord(result), 'timed_out_resolving');
  assert.deepEqual([result.was_sent, result.address], [false, null]);
  assert.ok(result.timings.total_ms < QUESTION_MS, `${result.timings.total_ms} ms`);
});

test('control: the lookups of the stalled names fail', async () => {
  await outgoing.close();
  const words = new Set((await Promise.all(stalled)).map(outcomeWord));
  assert.deepEqual([...words], ['name_lookup_failed']);
});
