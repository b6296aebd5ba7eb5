import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
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
  const sent_ms: number[] = [];
  const ask = (on: Socket) => {
    sent_ms.push(performance.now());
    return answered(on, REQUEST);
  };
  await ask(socket);
  await ask(socket);
  await ask(open());
  const waited_ms = seen.map(({ arrived_ms }, at) => arrived_ms - (sent_ms[at] ?? NaN));
  assert.equal(waited_ms.length, 3);
  assert.ok(Math.min(...waited_ms) >= 0, String(waited_ms));
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

test('a request has waited for two seconds at most, however long connections keep coming', (t) => {
  const bare = new EventEmitter();
  watchArrivals(bare as Server);
  let now_ms = 10_000;
  t.mock.method(performance, 'now', () => now_ms);
  const [first, second] = [{}, {}] as [Socket, Socket];
  bare.emit('connection', first);
  bare.emit('connection', second);
  const waitedOf = (socket: Socket) => now_ms - arrivalOf({ socket } as IncomingMessage);
  now_ms += 1_999;
  assert.equal(waitedOf(second), 1_999);
  now_ms += 2_001;
  assert.equal(waitedOf(second), 2_000);
  assert.equal(waitedOf(first), 0, 'the first of them is not late');
});
