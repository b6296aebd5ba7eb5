import assert from 'node:assert/strict';
import type { Socket } from 'node:net';
import { after, test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { createGuard } from '../../../../src/lib/http/outgoing/guard.ts';
import { createOutgoingClient } from '../../../../src/lib/http/outgoing/outgoing.ts';
import { callUrl, openCountingServer, outcomeWord } from './support.ts';

const outgoing = createOutgoingClient({ guard: createGuard(['127.0.0.0/8']) });
after(() => outgoing.close());

const keepAlive = (socket: Socket, header = '') => socket.write(`HTTP/1.1 204 No Content\r\n${header}\r\n`);

const endings = [
  ['FIN', (socket: Socket) => socket.end()],
  ['RST', (socket: Socket) => socket.resetAndDestroy()],
] as const;

for (const [name, end] of endings) {
  test(`one request for ${name} instead of a response, over a new connection`, async () => {
    const counter = await openCountingServer(({ socket }) => end(socket));
    const result = await callUrl(outgoing, counter.url);
    assert.deepEqual([outcomeWord(result), result.reused, result.was_sent], ['connection_lost', false, true]);
    assert.equal(counter.requests.length, 1);
  });

  test(`one request for ${name} instead of a response, over a kept connection`, async () => {
    const counter = await openCountingServer(({ socket, at }) =>
      at === 1 ? keepAlive(socket) : end(socket),
    );
    assert.equal(outcomeWord(await callUrl(outgoing, counter.url)), 204);
    const result = await callUrl(outgoing, counter.url);
    assert.deepEqual([outcomeWord(result), result.reused, result.was_sent], ['connection_lost', true, true]);
    assert.equal(counter.requests.length, 2);
  });

  test(`one request for ${name} before the whole request was read, over a kept connection`, async () => {
    const counter = await openCountingServer(({ socket, at }) => {
      if (at > 1) return;
      keepAlive(socket);
      socket.once('data', () => end(socket));
    });
    assert.equal(outcomeWord(await callUrl(outgoing, counter.url)), 204);
    const result = await callUrl(outgoing, counter.url, { body: 'x'.repeat(20_000_000) });
    assert.deepEqual([outcomeWord(result), result.reused], ['connection_lost', true]);
    assert.equal(counter.connections(), 1);
  });

  test(`a kept connection with an unread ${name} is replaced`, async () => {
    const counter = await openCountingServer(({ socket }) => keepAlive(socket));
    assert.equal(outcomeWord(await callUrl(outgoing, counter.url)), 204);
    await nextTurn();
    counter.sockets.forEach(end);
    // The server closes its end in the same turn of the event loop in which the client reuses the connection.
    const result = await callUrl(outgoing, counter.url);
    assert.deepEqual([outcomeWord(result), result.reused, counter.requests.length], [204, false, 2]);
  });
}

test('a server that closes idle connections after 1 s gets each request over a new connection', async () => {
  const counter = await openCountingServer(({ socket }) => keepAlive(socket, 'Keep-Alive: timeout=1\r\n'));
  for (let round = 0; round < 3; round++) {
    const result = await callUrl(outgoing, counter.url);
    assert.deepEqual([outcomeWord(result), result.reused], [204, false]);
  }
  assert.deepEqual([counter.requests.length, counter.connections()], [3, 3]);
});

test('control: without the Keep-Alive header the connection is reused', async () => {
  const counter = await openCountingServer(({ socket }) => keepAlive(socket));
  for (let round = 0; round < 3; round++)
    assert.equal(outcomeWord(await callUrl(outgoing, counter.url)), 204);
  assert.deepEqual([counter.requests.length, counter.connections()], [3, 1]);
});
