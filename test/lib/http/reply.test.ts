import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import { IncomingMessage, type Server } from 'node:http';
import { connect, Socket } from 'node:net';
import { after, test } from 'node:test';
import { isDiscarding, Reply } from '../../../src/lib/http/reply.ts';
import { endSlowReaders } from '../../../src/lib/http/slowReaders.ts';
import { eventually } from '../../../support/eventually.ts';
import { listen, makeKernel } from '../../support/kernel.ts';
import { sendFirst } from '../../support/sendFirst.ts';

const MIB = 1024 * 1024;

const server = await makeKernel({ paths: new Map([['/tasks', ['POST']]]) });
server.post('/tasks', async () => ({ made: true }));
server.get('/twice', async (_request, reply) => {
  reply.raw.writeHead(200).write('once');
  reply.raw.end('\n');
  return reply;
});
const accepted: Socket[] = [];
server.server.on('connection', (socket: Socket) => accepted.push(socket));
const url = await listen(server);

/** A connection that reads all the time, and what it has read. */
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

test('404 is read by a client that sends 2 MiB first, and its connection goes on', async () => {
  const body = Buffer.alloc(2 * MIB, ' ');
  const { socket, readAnswers } = await open();
  socket.write(head('/nothing', body.length));
  socket.write(body);
  socket.write(head('/tasks', 2));
  socket.write('{}');
  assert.deepEqual(await readAnswers(2), ['404', '200']);
});

test('400 for chunks that are too large in total is read, and ends the connection after them', async () => {
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

test('a refused request is discarded until its end, and what follows on its connection is answered again', async () => {
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
  // The parser's refusals are answered only where nothing is being discarded.
  socket.write('no request\r\n\r\n');
  assert.deepEqual(await readAnswers(2), ['404', '400']);
  assert.match(text(), /request: not valid HTTP/);
});

test('what is no request in the middle of a body that is discarded ends the connection without an answer', async () => {
  const { socket, readAnswers } = await open();
  socket.write('POST /nothing HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n');
  assert.deepEqual(await readAnswers(1), ['404']);
  socket.write('no chunk\r\n');
  await once(socket, 'close');
  assert.deepEqual(await readAnswers(1), ['404']);
});

test('200 in pieces for a request without a body', async () => {
  assert.equal(await (await fetch(`${url}/twice`)).text(), 'once\n');
});

test('400 for headers of half a megabyte is read by a client that sends first', async () => {
  const answer = await sendFirst(url, [
    `GET / HTTP/1.1\r\nHost: a\r\nX-Long: ${'a'.repeat(MIB / 2)}\r\n\r\n`,
  ]);
  assert.match(answer, /^HTTP\/1\.1 400 [^]*"query or headers: too large"/);
});

test('a tunnel that is asked for and broken off harms no other request', async () => {
  const { socket, readAnswers } = await open();
  socket.write('CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n');
  assert.deepEqual(await readAnswers(1), ['400']);
  socket.resetAndDestroy();
  assert.equal((await fetch(`${url}/tasks`, { method: 'POST' })).status, 200);
});

test('a reply tells once when its answer begins or it is parked, and how long it was parked', (t) => {
  let now_ms = 1_000;
  t.mock.method(performance, 'now', () => now_ms);
  const reply = new Reply(new IncomingMessage(new Socket()));
  let told = 0;
  reply.whenAnswered(() => told++);
  assert.deepEqual([told, reply.waited_ms], [0, 0]);
  reply.park();
  assert.equal(told, 1);
  now_ms += 40;
  // A second time changes nothing.
  reply.park();
  now_ms += 2;
  reply.writeHead(204);
  assert.deepEqual([told, reply.waited_ms], [1, 42]);
  now_ms += 5;
  reply.emit('close');
  assert.deepEqual([told, reply.waited_ms], [1, 42]);
});

test('of answers that are unread the oldest goes, and none of which everything was taken', (t) => {
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
