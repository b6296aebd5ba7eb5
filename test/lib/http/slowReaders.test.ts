import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fastify, type FastifyInstance } from 'fastify';
import { watchRequestActivity } from '../../../src/lib/http/requestActivity.ts';
import { listen, makeHttpServer } from '../../support/httpServer.ts';

const LARGE = Buffer.alloc(24 * 1024 * 1024, 'a');
const STALLED_MS = 1_500;
const READERS = 8;

const server = await makeHttpServer({ limits: { max_in_flight: 4, stalled_ms: STALLED_MS } });
const foreground = watchRequestActivity(server);
const url = await listen(addRoutes(server));
const narrow = await makeHttpServer({
  limits: { unread_bytes: 3 * LARGE.length, stalled_ms: 60_000 },
});
const narrow_url = await listen(addRoutes(narrow));
const counting = countSockets(fastify({ forceCloseConnections: true }), 4);
const counting_url = await listen(addRoutes(counting));
after(() => counting.close());

function addRoutes(to: FastifyInstance): FastifyInstance {
  to.get('/large', (_request, reply) => reply.send(LARGE));
  to.get('/slow', () => sleep(STALLED_MS * 2, { done: true }));
  to.get('/fast', async () => ({}));
  return to;
}

/** Control: counts a request as running until its connection has released the answer. */
function countSockets(to: FastifyInstance, most: number): FastifyInstance {
  let running = 0;
  to.addHook('onRequest', async (_request, reply) => {
    if (running >= most) return reply.code(503).send();
    running++;
    reply.raw.once('close', () => running--);
    return undefined;
  });
  return to;
}

test('200 for other clients while many slow readers are disconnected', async () => {
  let requests = 0;
  server.server.on('request', () => requests++);
  const readers = await askOneByOne(url);
  assert.equal((await fetch(`${url}/fast`)).status, 200);
  assert.equal(await foreground.waitUntilIdle(5_000), 0);
  assert.equal(requests, READERS + 1);

  await within(20_000, async () => (await connectionsOf(server)) <= 1);
  for (const reader of readers) reader.destroy();
});

test('control: if sockets are counted, other clients get 503', async () => {
  const readers = await askOneByOne(counting_url);
  assert.equal((await fetch(`${counting_url}/fast`)).status, 503);
  for (const reader of readers) reader.destroy();
});

test('200 with every byte for a slow reader who needs longer than the stall limit', async () => {
  const reader = await askAndStop(url);
  const began_ms = performance.now();
  let bytes = 0;
  reader.on('data', (chunk) => {
    bytes += chunk.length;
    reader.pause();
    setTimeout(() => reader.resume(), 8);
  });
  reader.resume();
  await new Promise((resolve) => reader.once('close', resolve));
  assert.ok(bytes > LARGE.length, `${bytes} bytes`);
  assert.ok(performance.now() - began_ms > STALLED_MS, 'it was read too fast to tell');
});

test('200 for a request whose work takes longer than the stall limit', async () => {
  assert.deepEqual(await (await fetch(`${url}/slow`)).json(), { done: true });
});

test('unread responses are dropped, oldest first, before they fill the memory', async () => {
  const readers = await askOneByOne(narrow_url);
  await within(20_000, async () => (await connectionsOf(narrow)) <= 5);
  assert.ok((await connectionsOf(narrow)) >= 3);
  for (const reader of readers) reader.destroy();
});

async function askOneByOne(at: string): Promise<Socket[]> {
  const readers: Socket[] = [];
  while (readers.length < READERS) {
    readers.push(await askAndStop(at));
    await sleep(30);
  }
  return readers;
}

/** Requests a large answer and does not read it. */
async function askAndStop(at: string): Promise<Socket> {
  const { hostname, port } = new URL(at);
  const socket = connect(Number(port), hostname)
    .on('error', () => {})
    .pause();
  await once(socket, 'connect');
  socket.write('GET /large HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
  return socket;
}

function connectionsOf({ server: bare }: FastifyInstance): Promise<number> {
  return new Promise((resolve) => bare.getConnections((_error, count) => resolve(count)));
}

async function within(most_ms: number, isSo: () => Promise<boolean>): Promise<void> {
  const until_ms = performance.now() + most_ms;
  while (!(await isSo())) {
    assert.ok(performance.now() < until_ms, `not within ${most_ms} ms`);
    await sleep(50);
  }
}
