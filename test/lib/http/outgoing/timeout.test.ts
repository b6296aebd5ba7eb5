import assert from 'node:assert/strict';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { after, test } from 'node:test';
import { createGuard } from '../../../../src/lib/http/outgoing/guard.ts';
import { createOutgoingClient } from '../../../../src/lib/http/outgoing/outgoing.ts';
import { openNameServer } from '../../../support/nameServer.ts';
import { openSocketServer } from '../../../support/receiver.ts';
import { callUrl, outcomeWord } from './support.ts';

const LIMIT_MS = 15_000;
const names = await openNameServer(() => 'silence');
const options = { guard: createGuard(['127.0.0.0/8']), dns_servers: [names.server] };
const outgoing = createOutgoingClient(options);
const narrow = createOutgoingClient({ ...options, max_per_route: 1 });

const silent = await openSocketServer(() => {});
const drippedHeaders = await openSocketServer((socket) =>
  socket.once('data', () => drip(socket, 'HTTP/1.1 200 OK\r\n', (count) => `X-${count}: y\r\n`)),
);
const drippedBody = await openSocketServer((socket) =>
  socket.once('data', () => drip(socket, 'HTTP/1.1 500 No\r\nContent-Length: 4000\r\n\r\n', () => 'z')),
);
after(async () => {
  await Promise.all([outgoing.close(), narrow.close(), names.close()]);
  await Promise.all([silent.close(), drippedHeaders.close(), drippedBody.close()]);
});

const at = (port: number, scheme = 'http') => `${scheme}://127.0.0.1:${port}/`;
const blocked = callUrl(narrow, at(silent.port), { timeout_ms: LIMIT_MS + 2_000 });
const cases: [string, string, Promise<[string | number, number]>][] = [
  ['no headers', 'timed_out_waiting', timed(outgoing, at(silent.port))],
  ['headers that arrive byte by byte', 'timed_out_waiting', timed(outgoing, at(drippedHeaders.port))],
  [
    'a body of a non-2xx response that arrives byte by byte',
    'timed_out_reading',
    timed(outgoing, at(drippedBody.port)),
  ],
  ['a TLS handshake that stalls', 'timed_out_connecting', timed(outgoing, at(silent.port, 'https'))],
  ['a name server that stalls', 'timed_out_resolving', timed(outgoing, 'https://stalled.example/')],
  ['no free connection', 'timed_out_in_queue', timed(narrow, at(silent.port))],
];

/** Measures how late a timer of 15 s fires on this machine; the timeouts may be late by the same amount. */
const began_ms = performance.now();
const late_ms = sleep(LIMIT_MS).then(() => performance.now() - began_ms - LIMIT_MS);

for (const [what, word, result] of cases) {
  test(`${word} after 15.0 ± 0.2 s for ${what}`, async (t) => {
    const [got, took_ms] = await result;
    t.diagnostic(`${what}: ${(took_ms / 1000).toFixed(3)} s`);
    assert.equal(got, word);
    const within_ms = 200 + (await late_ms);
    assert.ok(
      Math.abs(took_ms - LIMIT_MS) <= within_ms,
      `${took_ms} ms, beside a timer ${within_ms - 200} ms late`,
    );
  });
}

test('a connection that a caller waits for ends at its own timeout', async () => {
  assert.equal(outcomeWord(await blocked), 'timed_out_waiting');
});

async function timed(client: typeof outgoing, url: string): Promise<[string | number, number]> {
  const started = performance.now();
  const result = await callUrl(client, url, { timeout_ms: LIMIT_MS });
  return [outcomeWord(result), performance.now() - started];
}

function drip(socket: Socket, head: string, piece: (count: number) => string): void {
  socket.write(head);
  let count = 0;
  const timer = setInterval(() => socket.write(piece(count++)), 500);
  socket.once('close', () => clearInterval(timer));
}
