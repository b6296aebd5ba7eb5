import assert from 'node:assert/strict';
import type { Socket } from 'node:net';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { createGuard } from '../../../../src/lib/http/outgoing/guard.ts';
import { createOutgoingClient } from '../../../../src/lib/http/outgoing/outgoing.ts';
import { callUrl, openCountingServer, outcomeWord } from './support.ts';

const outgoing = createOutgoingClient({ guard: createGuard(['127.0.0.0/8']) });
after(() => outgoing.close());

const keepAlive = (socket: Socket) => socket.write('HTTP/1.1 204 No Content\r\n\r\n');

const ENDINGS = [(socket: Socket) => socket.end(), (socket: Socket) => socket.resetAndDestroy()];

for (const end of ENDINGS)
  test(`a kept connection that ended while it was idle is replaced: ${String(end)}`, async () => {
    const counter = await openCountingServer(({ socket }) => {
      keepAlive(socket);
      if (counter.connections() === 1) setTimeout(() => end(socket), 20);
    });
    assert.equal(outcomeWord(await callUrl(outgoing, counter.url)), 204);
    await sleep(60);
    const result = await callUrl(outgoing, counter.url);
    assert.deepEqual([outcomeWord(result), result.reused, counter.requests.length], [204, false, 2]);
  });

test('the body of a request is written once, whatever the receiver does meanwhile', async () => {
  const behaviours = [...ENDINGS, (socket: Socket) => void keepAlive(socket)];
  const counter = await openCountingServer(({ socket, at }) => behaviours[at % 3]?.(socket));
  for (let round = 0; round < 300; round++)
    await callUrl(outgoing, counter.url, { body: `{"call":${round}}` });
  const counts = Map.groupBy(counter.requests, (body) => body);
  assert.deepEqual([counter.requests.length, counts.size], [300, 300]);
});
