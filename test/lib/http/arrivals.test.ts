import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { after, test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { arrivalOf, watchArrivals } from '../../../src/lib/http/arrivals.ts';

const TOGETHER = 20;
const TURN_MS = 15;
const REQUEST = 'GET / HTTP/1.1\r\nHost: here\r\n\r\n';

type Seen = { arrived_ms: number; seen_ms: number };

const accepted = { connections: 0 };
const seen: Seen[] = [];
const server = createServer((request, response) => {
  seen.push({ arrived_ms: arrivalOf(request), seen_ms: performance.now() });
  response.end();
});
watchArrivals(server);
server.on('connection', () => {
  accepted.connections++;
  block(TURN_MS);
});
server.listen(0, '127.0.0.1');
await once(server, 'listening');
const { port } = server.address() as AddressInfo;
after(() => {
  server.closeAllConnections();
  server.close();
});

test('requests that are sent together arrive together, however late each of them is seen', async () => {
  seen.length = 0;
  await Promise.all(Array.from({ length: TOGETHER }, () => answered(open(), REQUEST)));
  assert.equal(seen.length, TOGETHER);
  const seen_within_ms = spread(seen.map(({ seen_ms }) => seen_ms));
  const arrived_within_ms = spread(seen.map(({ arrived_ms }) => arrived_ms));
  assert.ok(seen_within_ms > (TOGETHER / 2) * TURN_MS, 'they were seen at once');
  assert.ok(arrived_within_ms < seen_within_ms / 3, `${arrived_within_ms} of ${seen_within_ms} ms`);
});

test('a request that comes later arrives when it is seen, though its connection was opened with others', async () => {
  const before = accepted.connections;
  const sockets = Array.from({ length: TOGETHER }, () => open());
  await Promise.all(sockets.map((socket) => once(socket, 'connect')));
  while (accepted.connections < before + TOGETHER) await turn();
  for (let turns = 0; turns < 5; turns++) await turn();
  seen.length = 0;
  const [socket] = sockets as [Socket];
  await answered(socket, REQUEST);
  await answered(socket, REQUEST);
  await answered(open(), REQUEST);
  const waits = seen.map(({ arrived_ms, seen_ms }) => seen_ms - arrived_ms);
  assert.equal(waits.length, 3);
  assert.ok(Math.max(...waits) < (TOGETHER / 2) * TURN_MS, String(waits));
});

function open(): Socket {
  const socket = connect(port, '127.0.0.1');
  after(() => socket.destroy());
  return socket;
}

async function answered(socket: Socket, request: string): Promise<void> {
  socket.write(request);
  await once(socket, 'data');
}

function block(ms: number): void {
  const until_ms = performance.now() + ms;
  while (performance.now() < until_ms);
}

function spread(moments: number[]): number {
  return Math.max(...moments) - Math.min(...moments);
}
