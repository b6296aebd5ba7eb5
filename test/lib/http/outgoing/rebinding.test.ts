import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createGuard } from '../../../../src/lib/http/outgoing/guard.ts';
import { createOutgoingClient } from '../../../../src/lib/http/outgoing/outgoing.ts';
import { eventually } from '../../../../support/eventually.ts';
import { openNameServer } from '../../../support/nameServer.ts';
import { openSocketServer } from '../../../support/receiver.ts';
import { callUrl, outcomeWord } from './support.ts';

const ROUNDS = 500;
const TIMEOUT_MS = 60_000;
/** An address where nothing answers. Only a call without the guard could be sent there. */
const PUBLIC = '93.184.215.14';
const backoff = new Map<string, number>();
const names = await openNameServer((name) => {
  const turn = backoff.get(name) ?? 0;
  backoff.set(name, turn + 1);
  if (name.startsWith('mixed')) return [PUBLIC, '127.0.0.1'];
  if (name.startsWith('mapped')) return ['::ffff:7f00:1', '2606:4700::1111'];
  if (name.startsWith('none')) return [];
  return [turn % 2 === 0 ? '127.0.0.1' : PUBLIC];
});
const sentinel = await openSocketServer(() => {});
const outgoing = createOutgoingClient({ guard: createGuard([]), dns_servers: [names.server] });
const trusting = createOutgoingClient({ guard: createGuard(['127.0.0.0/8']), dns_servers: [names.server] });
after(() => Promise.all([outgoing.close(), trusting.close(), names.close(), sentinel.close()]));

test('500 calls to a name that alternates between a public address and loopback open no connection', async () => {
  const rounds = Array.from({ length: ROUNDS }, (_, round) =>
    callUrl(outgoing, `https://moves-${round % 50}-${round}.example:${sentinel.port}/`, {
      timeout_ms: TIMEOUT_MS,
    }),
  );
  const words = (await Promise.all(rounds)).map(outcomeWord);
  assert.equal(words.filter((word) => word === 200).length, 0);
  assert.ok(words.includes('blocked'));
  assert.equal(sentinel.connections(), 0);
});

test('a name with one private address among public ones is rejected', async () => {
  for (const name of ['mixed', 'mapped']) {
    const url = `https://${name}.example:${sentinel.port}/`;
    assert.equal(outcomeWord(await callUrl(outgoing, url)), 'blocked');
    assert.equal((await outgoing.findBlocked(new URL(url))).length, 1);
  }
  assert.equal(sentinel.connections(), 0);
});

test('a name without addresses has its own outcome', async () => {
  assert.equal(outcomeWord(await callUrl(outgoing, 'https://none.example/')), 'name_not_found');
});

test('control: without the guard, the private test server is reached', async () => {
  const url = `http://control.example:${sentinel.port}/`;
  const call = callUrl(trusting, url, { timeout_ms: TIMEOUT_MS });
  await eventually(sentinel.connections, (count) => count === 1);
  await sentinel.close();
  assert.equal(outcomeWord(await call), 'connection_lost');
});
