import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createGuard } from '../../../../src/lib/http/outgoing/guard.ts';
import { createOutgoingClient } from '../../../../src/lib/http/outgoing/outgoing.ts';
import { openNameServer } from '../../../support/nameServer.ts';
import { openReceiver } from '../../../support/receiver.ts';
import { callUrl, outcomeWord } from './support.ts';

const receiver = await openReceiver();
const held = Promise.withResolvers<void>();
receiver.answer = ({ path }, response) => {
  const until = path === '/hang' ? held.promise : Promise.resolve();
  void until.then(() => response.writeHead(204).end());
};
const outgoing = createOutgoingClient({ guard: createGuard(['127.0.0.0/8']), max_per_route: 1 });
const names = await openNameServer(() => ['10.0.0.1']);
const strict = createOutgoingClient({
  guard: createGuard(['127.0.0.1']),
  dns_servers: [names.server],
  max_per_route: 1,
});
after(() => Promise.all([outgoing.close(), strict.close(), names.close(), receiver.close()]));

const by = (account_id: string) => ({ account_id, may_wait: false });
const hanging = callUrl(outgoing, `${receiver.url}/hang`, { ...by('hanging'), timeout_ms: 60_000 });

test('a call is answered although all connections of another account to the same origin hang', async () => {
  assert.equal(outcomeWord(await callUrl(outgoing, receiver.url, by('other'))), 204);
});

test('control: no connection is left in the same account', async () => {
  assert.equal(outcomeWord(await callUrl(outgoing, receiver.url, by('hanging'))), 'timed_out_in_queue');
  held.resolve();
  assert.equal(outcomeWord(await hanging), 204);
});

test('a kept connection serves its own account and no other', async () => {
  const { address, reused } = await callUrl(outgoing, receiver.url, by('stranger'));
  assert.deepEqual([address, reused], ['127.0.0.1', false]);
  assert.equal((await callUrl(outgoing, receiver.url, by('stranger'))).reused, true);
});

test('a call that opened no connection releases its slot', async () => {
  for (const [url, word] of [
    ['http://127.0.0.1:1/', 'connection_refused'],
    ['http://nowhere.invalid/', 'blocked'],
  ] as const)
    for (let round = 0; round < 2; round++)
      assert.equal(outcomeWord(await callUrl(strict, url, by('failing'))), word);
});
