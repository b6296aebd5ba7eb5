import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer as createBareServer } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { fastify } from 'fastify';
import { drainConnections, endConnectionsOnClose, disconnectSignal } from '../../../src/lib/http/closing.ts';
import { createLog } from '../../../src/lib/log.ts';
import { createServer } from '../../../src/lib/http/server.ts';
import { eventually } from '../../../support/eventually.ts';

/**
 * The limit of a close, longer than the timeout of a test, so that a close that waits for a connection fails its test.
 */
const FINISH_WITHIN_MS = 60 * 60_000;

const HALF_SENT = {
  'no byte': '',
  'half a header': 'POST / HTTP/1.1\r\nHost: a',
  'one request that was answered': 'GET / HTTP/1.1\r\nHost: a\r\n\r\n',
  'one request that was answered, and half of another one': 'GET / HTTP/1.1\r\nHost: a\r\n\r\nGET / HT',
};

for (const [what, sent] of Object.entries(HALF_SENT)) {
  test(`a connection that sent ${what} does not delay the close`, async () => {
    const server = await listen();
    const socket = await server.open();
    const ended = once(socket.resume(), 'close');
    socket.write(sent);
    await server.hasRead(sent.length);
    await server.close();
    await ended;
  });
}

test('control: a connection without a request keeps a plain Node server from closing', async () => {
  const bare = createBareServer().listen(0, '127.0.0.1');
  await once(bare, 'listening');
  const accepted = once(bare, 'connection');
  const socket = await open((bare.address() as AddressInfo).port);
  await accepted;
  let is_closed = false;
  const closed = once(bare.close(), 'close').then(() => (is_closed = true));
  await passTurns();
  assert.equal(is_closed, false);
  socket.destroy();
  await closed;
});

test('a running request is answered, and its connection is closed afterwards', async () => {
  const server = await listen();
  const socket = await server.open();
  const answer = readAll(socket);
  socket.write('GET /held HTTP/1.1\r\nHost: a\r\n\r\n');
  await server.held.begun;
  let is_closed = false;
  const closed = server.close().then(() => (is_closed = true));
  await passTurns();
  assert.equal(is_closed, false);
  server.held.release();
  await closed;
  assert.match(await answer, /^HTTP\/1\.1 200 [^]*"done":true/);
});

test('the server waits for an endless body only until the request timeout', async () => {
  const server = await listen(50);
  const socket = await server.open();
  const head = 'POST / HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{';
  socket.write(head);
  await server.hasRead(head.length);
  await server.close();
});

test('a request that arrived before closing began is answered', async () => {
  const server = await listen();
  const sockets: Socket[] = [];
  while (sockets.length < 8) sockets.push(await server.open());
  const answers = sockets.map(readAll);
  for (const socket of sockets) socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
  await server.close();
  for (const answer of await Promise.all(answers)) assert.match(answer, /^HTTP\/1\.1 200 /);
});

test('each response ends its connection once draining begins, and the port stays open', async () => {
  const server = await listen();
  const [before, running] = [await server.open(), await server.open()];
  before.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
  assert.match(String((await once(before, 'data'))[0]), /\r\nConnection: keep-alive\r\n/);
  running.write('GET /held HTTP/1.1\r\nHost: a\r\n\r\n');
  await server.held.begun;
  server.drain();
  const later = await server.open();
  const answers = [before, running, later].map(readAll);
  before.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
  later.write('GET /unknown HTTP/1.1\r\nHost: a\r\n\r\n');
  server.held.release();
  for (const answer of await Promise.all(answers))
    assert.match(answer, /^HTTP\/1\.1 (?:200|404) [^]*\r\nConnection: close\r\n/);
  await server.close();
});

/** Reads until the server closes the connection. */
async function readAll(socket: Socket): Promise<string> {
  let answer = '';
  socket.on('data', (chunk) => (answer += chunk));
  await once(socket, 'close');
  return answer;
}

async function listen(finish_timeout_ms = FINISH_WITHIN_MS) {
  const server = await createServer({
    log: createLog('silent'),
    trust_proxy: false,
    paths: new Map(),
    open_to_pages: () => false,
    limits: { finish_timeout_ms },
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
  const { port } = server.server.address() as AddressInfo;
  const accepted: Socket[] = [];
  server.server.on('connection', (socket: Socket) => accepted.push(socket));
  /** Opens a connection and waits until the server has accepted it. */
  const openHere = async () => {
    const count = accepted.length;
    const socket = await open(port);
    await eventually(
      () => accepted.length,
      (length) => length > count,
    );
    return socket;
  };
  const hasRead = (bytes: number) =>
    eventually(
      () => accepted.at(-1)?.bytesRead,
      (read) => read === bytes,
    );
  const held = { begun: begun.promise, release: released.resolve };
  return {
    open: openHere,
    hasRead,
    close: () => server.close(),
    held,
    drain: () => drainConnections(server),
  };
}

/** Waits for enough turns of the event loop that all due callbacks have run. */
async function passTurns(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await nextTurn();
}

async function open(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1').on('error', () => {});
  await once(socket, 'connect');
  return socket;
}

test('a new connection is closed immediately while the server closes', async () => {
  const server = fastify();
  endConnectionsOnClose(server, 60_000);
  let goOn = () => {};
  const held = new Promise<void>((resolve) => (goOn = resolve));
  server.addHook('preClose', () => held);
  await server.listen({ host: '127.0.0.1', port: 0 });
  const closing = server.close();
  await passTurns();
  const socket = await open((server.server.address() as AddressInfo).port);
  if (!socket.closed) await once(socket.resume(), 'close');
  goOn();
  await closing;
});

test('the client of a request is removed when its connection ends, when it is answered, or when the server drains', async () => {
  const server = await createServer({
    log: createLog('silent'),
    trust_proxy: false,
    paths: new Map(),
    open_to_pages: () => false,
  });
  const leavings: AbortSignal[] = [];
  server.get('/waits', async (_request, reply) => {
    const leaving = disconnectSignal(server, reply.raw);
    leavings.push(leaving);
    if (!leaving.aborted) await once(leaving, 'abort');
    return {};
  });
  server.get('/answers', async (_request, reply) => {
    leavings.push(disconnectSignal(server, reply.raw));
    return {};
  });
  await server.listen({ host: '127.0.0.1', port: 0 });
  const { port } = server.server.address() as AddressInfo;
  const ask = async (route: string) => {
    const socket = await open(port);
    const count = leavings.length;
    socket.resume().write(`GET ${route} HTTP/1.1\r\nHost: a\r\n\r\n`);
    await eventually(
      () => leavings.length,
      (length) => length > count,
    );
    return { socket, leaving: leavings.at(-1) ?? AbortSignal.abort() };
  };
  const isAborted = (leaving: AbortSignal) =>
    eventually(
      () => leaving.aborted,
      (aborted) => aborted,
    );
  await isAborted((await ask('/answers')).leaving);
  const [stays, leaves] = [await ask('/waits'), await ask('/waits')];
  leaves.socket.destroy();
  await isAborted(leaves.leaving);
  assert.equal(stays.leaving.aborted, false);
  drainConnections(server);
  assert.equal(stays.leaving.aborted, true);
  const late = await ask('/waits');
  assert.equal(late.leaving.aborted, true);
  await server.close();
});
