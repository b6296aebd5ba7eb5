import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createGuard, type Guard } from '../../../../src/lib/http/outgoing/guard.ts';
import { createOutgoingClient } from '../../../../src/lib/http/outgoing/outgoing.ts';
import { openNameServer } from '../../../support/nameServer.ts';
import { openReceiver } from '../../../support/receiver.ts';
import { callTo, wordFor } from './support.ts';

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
  assert.equal(wordFor(await callTo(narrowly, `${here}/inbox`)), 204);
  const again = await callTo(narrowly, `${here}/inbox`);
  assert.deepEqual([wordFor(again), again.reused], [204, true]);
  assert.equal(wordFor(await callTo(narrowly, `${here}/metrics`)), 'blocked');
  const paths = receiver.received.map(({ path }) => path);
  assert.ok(!paths.includes('/metrics'), String(paths));
  const after_refusal = await callTo(narrowly, `${here}/inbox`);
  assert.deepEqual([wordFor(after_refusal), after_refusal.reused], [204, true]);
});

test('control: if both are permitted, the kept connection is used', async () => {
  await callTo(openly, `${here}/inbox`);
  const other = await callTo(openly, `${here}/metrics`);
  assert.deepEqual([wordFor(other), other.reused], [204, true]);
});
