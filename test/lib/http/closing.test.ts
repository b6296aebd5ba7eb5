import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer as createBareServer } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fastify } from 'fastify';
import { drainConnections, endConnectionsOnClose } from '../../../src/lib/http/closing.ts';
import { createLog } from '../../../src/lib/log.ts';
import { createServer } from '../../../src/lib/http/server.ts';

const FINISH_WITHIN_MS = 10_000;
const SOON_MS = FINISH_WITHIN_MS / 2;

const HALF_SENT = {
  'nothing at all': '',
  'half a header': 'POST / HTTP/1.1\r\nHost: a',
  'one request that is answered, and nothing since': 'GET / HTTP/1.1\r\nHost: a\r\n\r\n',
  'one request that is answered, and half of another': 'GET / HTTP/1.1\r\nHost: a\r\n\r\nGET / HT',
};

for (const [what, sent] of Object.entries(HALF_SENT)) {
  test(`a connection that said ${what} keeps no close waiting`, async () => {
    const server = await listen();
    const socket = await open(server.port);
    socket.write(sent);
    await sleep(100);
    assert.ok((await server.close()) < SOON_MS);
  });
}

test('a connection that said nothing does keep a bare server of Node', async () => {
  const bare = createBareServer().listen(0, '127.0.0.1');
  await once(bare, 'listening');
  const socket = await open((bare.address() as AddressInfo).port);
  await sleep(100);
  const closed = once(bare.close(), 'close').then(() => 'closed');
  assert.equal(await Promise.race([closed, sleep(1_000, 'open')]), 'open');
  socket.destroy();
  await closed;
});

test('a request that runs is answered, and its connection ends with it', async () => {
  const server = await listen();
  const socket = await open(server.port);
  let answer = '';
  socket.on('data', (chunk) => (answer += chunk));
  socket.write('GET /held HTTP/1.1\r\nHost: a\r\n\r\n');
  await server.held.begun;
  const closed = server.close();
  assert.equal(await Promise.race([closed, sleep(200, 'waits')]), 'waits');
  server.held.release();
  await Promise.all([closed, once(socket, 'close')]);
  assert.match(answer, /^HTTP\/1\.1 200 [^]*"done":true/);
  assert.ok((await closed) < SOON_MS);
});

test('a body that never ends is waited for no longer than a request may take', async () => {
  const finish_within_ms = 600;
  const server = await listen(finish_within_ms);
  const socket = await open(server.port);
  socket.write('POST / HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{');
  await sleep(100);
  const took_ms = await server.close();
  assert.ok(took_ms >= finish_within_ms - 50 && took_ms < SOON_MS, `took ${took_ms} ms`);
});

test('a request that has arrived when closing begins is answered', async () => {
  const server = await listen();
  const sockets = await Promise.all(Array.from({ length: 8 }, () => open(server.port)));
  await sleep(100);
  const answers = sockets.map(readAll);
  for (const socket of sockets) socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
  await server.close();
  for (const answer of await Promise.all(answers)) assert.match(answer, /^HTTP\/1\.1 200 /);
});

test('each answer ends its connection once draining begins, and the port stays open', async () => {
  const server = await listen();
  const [before, running] = await Promise.all([open(server.port), open(server.port)]);
  before.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
  assert.match(String((await once(before, 'data'))[0]), /\r\nConnection: keep-alive\r\n/);
  running.write('GET /held HTTP/1.1\r\nHost: a\r\n\r\n');
  await server.held.begun;
  server.drain();
  const later = await open(server.port);
  const answers = [before, running, later].map(readAll);
  before.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
  later.write('GET /unknown HTTP/1.1\r\nHost: a\r\n\r\n');
  server.held.release();
  for (const answer of await Promise.all(answers))
    assert.match(answer, /^HTTP\/1\.1 (?:200|404) [^]*\r\nConnection: close\r\n/);
  assert.ok((await server.close()) < SOON_MS);
});

/** What is received until the server ends the connection. */
async function readAll(socket: Socket): Promise<string> {
  let answer = '';
  socket.on('data', (chunk) => (answer += chunk));
  await once(socket, 'close');
  return answer;
}

async function listen(finish_within_ms = FINISH_WITHIN_MS) {
  const server = await createServer({
    log: createLog('silent'),
    trust_proxy: false,
    paths: new Map(),
    open_to_pages: () => false,
    limits: { finish_within_ms },
  });
  server.get('/', async () => ({}));
  server.post('/', async () => ({}));
  const [begun, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  server.get('/held', async () => {
    begun.resolve();
    await released.promise;
    return { done: true };
  });
  await server.listen({ host: '127.0.0.1', port: 0 });
  const close = async (): Promise<number> => {
    const began_ms = performance.now();
    await server.close();
    return performance.now() - began_ms;
  };
  const { port } = server.server.address() as AddressInfo;
  const held = { begun: begun.promise, release: released.resolve };
  return { port, close, held, drain: () => drainConnections(server) };
}

async function open(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1').on('error', () => {});
  await once(socket, 'connect');
  return socket;
}

test('a connection that is made while the server closes is ended at once', async () => {
  const server = fastify();
  endConnectionsOnClose(server, 60_000);
  let goOn = () => {};
  const held = new Promise<void>((resolve) => (goOn = resolve));
  server.addHook('preClose', () => held);
  await server.listen({ host: '127.0.0.1', port: 0 });
  const closing = server.close();
  await sleep(50);
  const socket = await open((server.server.address() as AddressInfo).port);
  const ended = once(socket, 'close').then(() => 'ended');
  assert.equal(await Promise.race([ended, sleep(5_000, 'open', { ref: false })]), 'ended');
  goOn();
  await closing;
});
