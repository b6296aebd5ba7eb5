import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import { IncomingMessage, type Server } from 'node:http';
import { connect, Socket } from 'node:net';
import { PassThrough } from 'node:stream';
import { after, test, type TestContext } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { isDiscarding, Reply } from '../../../src/lib/http/reply.ts';
import { endSlowReaders, watchRate } from '../../../src/lib/http/slowReaders.ts';
import { eventually } from '../../../support/eventually.ts';
import { listen, makeHttpServer } from '../../support/httpServer.ts';
import { sendWithoutReading } from '../../support/sendWithoutReading.ts';

const MIB = 1024 * 1024;

const server = await makeHttpServer({ paths: new Map([['/tasks', ['POST']]]) });
server.post('/tasks', async () => ({ made: true }));
server.get('/twice', async (_request, reply) => {
  reply.raw.writeHead(200).write('once');
  reply.raw.end('\n');
  return reply;
});
const accepted: Socket[] = [];
server.server.on('connection', (socket: Socket) => accepted.push(socket));
const url = await listen(server);

/** Opens a connection that reads continuously and records what it has read. */
async function open() {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname).on('error', () => {});
  after(() => socket.destroy());
  let text = '';
  socket.on('data', (chunk) => (text += chunk.toString('latin1')));
  await once(socket, 'connect');
  const readAnswers = (count: number) =>
    eventually(
      () => Array.from(text.matchAll(/HTTP\/1\.1 (\d+)/g), ([, status]) => status),
      ({ length }) => length >= count,
    );
  return { socket, readAnswers, text: () => text };
}

const head = (path: string, bytes: number) =>
  `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: ${bytes}\r\n\r\n`;

test('404 reaches a client that sends 2 MiB before it reads, and its connection continues', async () => {
  const body = Buffer.alloc(2 * MIB, ' ');
  const { socket, readAnswers } = await open();
  socket.write(head('/nothing', body.length));
  socket.write(body);
  socket.write(head('/tasks', 2));
  socket.write('{}');
  assert.deepEqual(await readAnswers(2), ['404', '200']);
});

test('400 reaches a client whose chunks are too large in total, and ends the connection', async () => {
  const { socket, readAnswers } = await open();
  socket.write('POST /tasks HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n');
  for (let sent = 0; sent < 3; sent++) {
    socket.write(`${MIB.toString(16)}\r\n`);
    socket.write(Buffer.alloc(MIB, ' '));
    socket.write('\r\n');
  }
  socket.write('0\r\n\r\n');
  await once(socket, 'close');
  assert.deepEqual(await readAnswers(1), ['400']);
  assert.equal(socket.errored, null);
});

test('the body of a rejected request is discarded, and the next request of the connection is answered', async () => {
  const { socket, readAnswers, text } = await open();
  socket.write(head('/nothing', 5));
  assert.deepEqual(await readAnswers(1), ['404']);
  const [own] = accepted.slice(-1);
  assert.ok(own);
  assert.equal(isDiscarding(own), true);
  socket.write('12345');
  await eventually(
    () => isDiscarding(own),
    (is_discarding) => !is_discarding,
  );
  // Errors of the parser are answered only while no body is being discarded.
  socket.write('no request\r\n\r\n');
  assert.deepEqual(await readAnswers(2), ['404', '400']);
  assert.match(text(), /request: not valid HTTP/);
});

test('invalid bytes in a body that is being discarded end the connection without a response', async () => {
  const { socket, readAnswers } = await open();
  socket.write('POST /nothing HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n');
  assert.deepEqual(await readAnswers(1), ['404']);
  socket.write('no chunk\r\n');
  await once(socket, 'close');
  assert.deepEqual(await readAnswers(1), ['404']);
});

test('200 for a request without a body whose response is written in pieces', async () => {
  assert.equal(await (await fetch(`${url}/twice`)).text(), 'once\n');
});

test('400 for headers of half a megabyte reaches a client that sends before it reads', async () => {
  const answer = await sendWithoutReading(url, [
    `GET / HTTP/1.1\r\nHost: a\r\nX-Long: ${'a'.repeat(MIB / 2)}\r\n\r\n`,
  ]);
  assert.match(answer, /^HTTP\/1\.1 400 [^]*"query or headers: too large"/);
});

test('an aborted CONNECT request does not affect other requests', async () => {
  const { socket, readAnswers } = await open();
  socket.write('CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n');
  assert.deepEqual(await readAnswers(1), ['400']);
  socket.resetAndDestroy();
  assert.equal((await fetch(`${url}/tasks`, { method: 'POST' })).status, 200);
});

test('a reply calls back once when its response begins or starts to wait, and measures the wait', (t) => {
  let now_ms = 1_000;
  t.mock.method(performance, 'now', () => now_ms);
  const reply = new Reply(new IncomingMessage(new Socket()));
  let told = 0;
  reply.whenAnswered(() => told++);
  assert.deepEqual([told, reply.waited_ms], [0, 0]);
  reply.startWaiting();
  assert.equal(told, 1);
  now_ms += 40;
  // A second call changes nothing.
  reply.startWaiting();
  now_ms += 2;
  reply.writeHead(204);
  assert.deepEqual([told, reply.waited_ms], [1, 42]);
  now_ms += 5;
  reply.emit('close');
  assert.deepEqual([told, reply.waited_ms], [1, 42]);
});

test('the oldest unread response is ended, but no response that was read completely', (t) => {
  const bare = new EventEmitter();
  let now_ms = 0;
  t.mock.method(performance, 'now', () => now_ms);
  endSlowReaders(bare as Server, {
    stalled_ms: 60_000,
    unread_bytes: 10,
    behind_ms: 60_000,
    least_bytes_per_s: 1,
  });
  const answer = (writableLength: number) => {
    const reply = new Reply(new IncomingMessage(new Socket()));
    Object.defineProperty(reply, 'writableLength', { value: writableLength });
    bare.emit('request', reply.req, reply);
    now_ms += 100;
    reply.writeHead(200);
    return reply;
  };
  const [taken, old, young, newest] = [answer(0), answer(4), answer(10), answer(1)];
  assert.deepEqual(
    [taken, old, young, newest].map(({ destroyed }) => destroyed),
    [false, true, false, false],
  );
});

/** Creates a rejected request of which only the head was read. */
function refuse() {
  let is_cut = false;
  const connection = Object.assign(new PassThrough(), { destroySoon: () => (is_cut = true) });
  const socket = connection as unknown as Socket;
  const request = new IncomingMessage(socket);
  request.headers = { 'content-length': String(2 ** 40) };
  const reply = new Reply(request);
  reply.assignSocket(socket);
  reply.end('refused');
  return { request, isCut: () => is_cut };
}

const passTurns = async () => {
  for (let turn = 0; turn < 5; turn++) await nextTurn();
};

test('up to 64 MiB of a rejected request are discarded; one byte more ends its connection', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const { request, isCut } = refuse();
  const piece = Buffer.alloc(MIB);
  for (let sent = 0; sent < 64; sent++) request.emit('data', piece);
  await passTurns();
  assert.equal(isCut(), false);
  request.emit('data', Buffer.alloc(1));
  await passTurns();
  assert.equal(isCut(), true);
});

test('the client of a rejected request may be silent for 2 s', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const silent = refuse();
  t.mock.timers.tick(1_999);
  await passTurns();
  assert.equal(silent.isCut(), false);
  t.mock.timers.tick(1);
  await passTurns();
  assert.equal(silent.isCut(), true);
});

/**
 * Returns a watched stream with a simulated reader. At each check, `takenOf` gives the bytes the reader has read and
 * `unreadOf` the bytes that are waiting.
 */
function stream(
  t: TestContext,
  takenOf: (look: number) => number,
  unreadOf: (look: number) => number = () => 1,
) {
  t.mock.timers.enable({ apis: ['setInterval'] });
  const bare = new EventEmitter() as Server;
  endSlowReaders(bare, {
    stalled_ms: 60_000,
    unread_bytes: 10,
    behind_ms: 30_000,
    least_bytes_per_s: 100,
  });
  const socket = new Socket();
  const reply = new Reply(new IncomingMessage(socket));
  reply.assignSocket(socket);
  let look = 0;
  let written = 0;
  Object.defineProperty(socket, 'bytesWritten', { get: () => written + 5 });
  Object.defineProperty(socket, 'writableLength', { get: () => 5 });
  Object.defineProperty(reply, 'writableLength', { get: () => unreadOf(look) });
  const stop = watchRate(bare, reply);
  /** Runs this many of the thirty checks; true if the stream was ended. */
  const pass = (looks: number) => {
    for (let left = looks; left > 0; left--) {
      written += takenOf(++look);
      t.mock.timers.tick(1_000);
    }
    return reply.destroyed;
  };
  return { pass, stop };
}

test('a stream ends if its reader was too slow in thirty checks', (t) => {
  const { pass } = stream(t, () => 99);
  assert.deepEqual([pass(29), pass(1)], [false, true]);
});

test('a stream with a fast enough reader continues', (t) => {
  const { pass } = stream(t, (look) => (look <= 30 ? 100 : 99));
  assert.deepEqual([pass(30), pass(29), pass(1)], [false, false, true]);
});

test('a stream continues if its reader caught up in between', (t) => {
  const { pass } = stream(
    t,
    () => 1,
    (look) => (look % 30 === 0 ? 0 : 1),
  );
  assert.equal(pass(120), false);
});

test('bytes read before the reader fell behind do not count', (t) => {
  const { pass } = stream(
    t,
    (look) => (look <= 5 ? 10_000 : 1),
    (look) => (look <= 5 ? 0 : 1),
  );
  assert.deepEqual([pass(34), pass(1)], [false, true]);
});

test('a finished stream is not monitored, nor one of a server without limits', (t) => {
  const { pass, stop } = stream(t, () => 0);
  stop();
  assert.equal(pass(60), false);
  watchRate(new EventEmitter() as Server, new Reply(new IncomingMessage(new Socket())))();
});
