import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request } from 'node:http';
import { connect } from 'node:net';
import { after, test } from 'node:test';
import { fastify, type FastifyInstance } from 'fastify';
import { Failure } from '../../../src/lib/errors.ts';
import { listen, makeHttpServer } from '../../support/httpServer.ts';
import { piecesOf, sendWithoutReading } from '../../support/sendWithoutReading.ts';

const MIB = 1024 * 1024;
const ROUNDS = 3;
const TYPE = { 'Content-Type': 'application/json' };

const paths = new Map([
  ['/tasks', ['POST']],
  ['/shown', ['GET']],
]);
const server = addRoutes(await makeHttpServer({ paths }));
const url = await listen(server);
const bare = addRoutes(fastify());
after(() => bare.close());
const bare_url = await listen(bare);

function addRoutes(to: FastifyInstance): FastifyInstance {
  const refuse = async () => {
    throw new Failure('INVALID_KEY', 'The key or token is not valid');
  };
  to.post('/tasks', async () => ({}));
  to.get('/shown', async () => ({}));
  to.post('/forms', { bodyLimit: 15 * MIB }, async () => ({}));
  to.post('/private', { onRequest: refuse }, async () => ({}));
  return to;
}

/** Different clients; each returns the status that it has read, or fails. */
const CLIENTS: Record<string, (path: string, body: Buffer) => Promise<number>> = {
  'a client that sends first': (path, body) => sendAndRead(url, path, body, false),
  'a client that sends chunks first': (path, body) => sendAndRead(url, path, body, true),
  fetch: async (path, body) =>
    (await fetch(url + path, { method: 'POST', headers: TYPE, body: new Uint8Array(body) })).status,
  'node:http': (path, body) => viaHttp(path, body),
};

const REFUSALS: [number, string, number][] = [
  [400, '/tasks', 12],
  [400, '/forms', 16],
  [400, '/forms', 30],
  [401, '/private', 12],
  [404, '/nothing', 12],
  [405, '/shown', 12],
  [400, '/tasks?a=1&'.padEnd(2_000, '&'), 12],
];

for (const [status, path, size] of REFUSALS) {
  for (const [name, send] of Object.entries(CLIENTS)) {
    test(`${status} reaches ${name} that sends ${size} MB to ${path.slice(0, 10)}`, async () => {
      const body = Buffer.alloc(size * MIB, ' ');
      for (let round = 0; round < ROUNDS; round++) assert.equal(await send(path, body), status);
    });
  }
}

test('control: a server that ends the connection with its response breaks the upload, which is detected', async () => {
  for (const size of [12, 30]) {
    const sent = sendAndRead(
      bare_url,
      size === 12 ? '/tasks' : '/forms',
      Buffer.alloc(size * MIB, ' '),
      false,
    );
    await assert.rejects(sent, /EPIPE|ECONNRESET/);
  }
});

test('200 on the same connection after a rejection whose body was read to its end', async () => {
  const body = Buffer.alloc(2 * MIB, ' ');
  const first = piecesOf('POST /private HTTP/1.1\r\nHost: a\r\n', body, false);
  const second = 'POST /tasks HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n';
  const answer = await sendWithoutReading(url, [...first, second]);
  assert.deepEqual(answer.match(/HTTP\/1\.1 \d+/g), ['HTTP/1.1 401', 'HTTP/1.1 200']);
});

test('64 MB are read after a rejection and the connection is kept; one byte more ends it', async () => {
  const most = 64 * MIB;
  const second = 'POST /tasks HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n';
  for (const [bytes, statuses] of [
    [most, ['401', '200']],
    [most + 1, ['401']],
  ] as const) {
    const socket = await openSocket();
    let answer = '';
    socket.on('data', (chunk) => (answer += chunk.toString('latin1')));
    socket.write(`POST /private HTTP/1.1\r\nHost: a\r\nContent-Length: ${bytes}\r\n\r\n`);
    socket.write(Buffer.alloc(bytes, ' '));
    socket.write(second);
    await once(socket, 'close');
    assert.deepEqual(
      Array.from(answer.matchAll(/HTTP\/1\.1 (\d+)/g), ([, status]) => status),
      statuses,
    );
  }
});

test('400 immediately for a length beyond every limit, and the connection of a silent client ends', async () => {
  const head =
    'POST /tasks HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 99999999\r\n\r\n';
  const { answered_ms, closed_ms } = await timesOf(head);
  assert.ok(closed_ms - answered_ms > 1_000, `answered after ${answered_ms}, closed after ${closed_ms} ms`);
  assert.ok(closed_ms < 20_000, `closed after ${closed_ms} ms`);
});

test('a client that never stops sending is disconnected', async () => {
  const socket = await openSocket();
  socket.write('POST /tasks HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n');
  const chunk = Buffer.concat([Buffer.from('100000\r\n'), Buffer.alloc(MIB, ' '), Buffer.from('\r\n')]);
  let sent = 0;
  const closed = new Promise((resolve) => socket.once('close', resolve));
  while (socket.writable && sent < 1_000) {
    sent++;
    if (!socket.write(chunk))
      await Promise.race([new Promise((resolve) => socket.once('drain', resolve)), closed]);
  }
  assert.ok(sent > 60 && sent < 100, `${sent} MB were read`);
});

async function sendAndRead(to: string, path: string, body: Buffer, is_chunked: boolean): Promise<number> {
  const head = `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nConnection: close\r\n`;
  const answer = await sendWithoutReading(to, piecesOf(head, body, is_chunked));
  assert.match(answer, /"message":/);
  return Number(answer.split(' ')[1]);
}

async function viaHttp(path: string, body: Buffer): Promise<number> {
  const sending = request(url + path, {
    method: 'POST',
    headers: { ...TYPE, 'Content-Length': body.length },
  });
  sending.end(body);
  const [answer] = await once(sending, 'response');
  await answer.toArray();
  return answer.statusCode;
}

async function openSocket() {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname).on('error', () => {});
  await once(socket, 'connect');
  return socket;
}

async function timesOf(head: string): Promise<{ answered_ms: number; closed_ms: number }> {
  const socket = await openSocket();
  const began_ms = performance.now();
  socket.write(head);
  await once(socket, 'data');
  const answered_ms = performance.now() - began_ms;
  await once(socket, 'close');
  return { answered_ms, closed_ms: performance.now() - began_ms };
}
