import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createGuard, type Guard } from '../../../../src/lib/http/outgoing/guard.ts';
import { createOutgoingClient } from '../../../../src/lib/http/outgoing/outgoing.ts';
import { openNameServer } from '../../../support/nameServer.ts';
import { openReceiver } from '../../../support/receiver.ts';
import { callUrl, outcomeWord } from './support.ts';

const names = await openNameServer(() => ['127.0.0.1']);
const receiver = await openReceiver();
const open = createGuard(['127.0.0.0/8']);
/** Permits only one path of the receiver. */
const narrow: Guard = {
  ...open,
  permits: (url, address) => url.pathname === '/inbox' && open.permits(url, address),
};
const dns_servers = [names.server];
const [narrowly, openly] = [narrow, open].map((guard) => createOutgoingClient({ guard, dns_servers }));
assert.ok(narrowly && openly);
after(() => Promise.all([narrowly.close(), openly.close(), names.close(), receiver.close()]));
const here = `http://own.example:${new URL(receiver.url).port}`;

test('a kept connection is not used for a path that the guard rejects', async () => {
  assert.equal(outcomeWord(await callUrl(narrowly, `${here}/inbox`)), 204);
  const again = await callUrl(narrowly, `${here}/inbox`);
  assert.deepEqual([outcomeWord(again), again.reused], [204, true]);
  assert.equal(outcomeWord(await callUrl(narrowly, `${here}/metrics`)), 'blocked');
  const paths = receiver.received.map(({ path }) => path);
  assert.ok(!paths.includes('/metrics'), String(paths));
  const after_refusal = await callUrl(narrowly, `${here}/inbox`);
  assert.deepEqual([outcomeWord(after_refusal), after_refusal.reused], [204, true]);
});

test('control: if both are permitted, the kept connection is used', async () => {
  await callUrl(openly, `${here}/inbox`);
  const other = await callUrl(openly, `${here}/metrics`);
  assert.deepEqual([outcomeWord(other), other.reused], [204, true]);
});
