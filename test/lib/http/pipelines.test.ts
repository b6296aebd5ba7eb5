import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { after, test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { eventually } from '../../../support/eventually.ts';
import { listen, makeHttpServer } from '../../support/httpServer.ts';

const BEYOND_ANY_BUFFER = Buffer.alloc(16 * 1024 * 1024, 'a');
const READERS = 5;

let begun = 0;
let ended = 0;
let asked = 0;
const server = await makeHttpServer({ paths: new Map([['/known', ['GET']]]) });
server.get('/large', async (_request, reply) => {
  begun++;
  reply.raw.once('close', () => ended++);
  return BEYOND_ANY_BUFFER;
});
server.get('/quick/:at', async (request) => request.params);
server.get('/:at', async (request) => {
  for (let backoff = (asked++ * 3) % 5; backoff > 0; backoff--) await nextTurn();
  return request.params;
});
server.post('/:at', async (request) => ({ ...Object(request.params), ...Object(request.body) }));
const url = await listen(server);

const ask = (path: string) => `GET /${path} HTTP/1.1\r\nHost: a\r\n\r\n`;

test('200 for each of thirty pipelined requests on one connection, in order', async () => {
  const asked = Array.from({ length: 30 }, (_, at) => at);
  const socket = await open(url, asked.map((at) => (at % 3 === 0 ? post(at) : ask(String(at)))).join(''));
  const answers = await readUntil(socket, '{"at":"29"}');
  assert.deepEqual(
    [...answers.matchAll(/\{"at":"(\d+)"/g)].map(([, at]) => Number(at)),
    asked,
  );
  assert.equal(answers.match(/HTTP\/1\.1 200/g)?.length, 30);
});

test('pipelined requests behind an unread response do not run', async () => {
  for (let at = 0; at < READERS; at++) await open(url, ask('large').repeat(30));
  await hasBegun(READERS);
  await letOthersAsk();
  assert.equal(begun, READERS);
});

test('control: without ordering all pipelined requests run', async () => {
  let worked = 0;
  const plain = createServer((_request, response) => {
    worked++;
    response.end(BEYOND_ANY_BUFFER);
  }).listen(0, '127.0.0.1');
  await once(plain, 'listening');
  after(() => {
    plain.closeAllConnections();
    plain.close();
  });
  const { port } = plain.address() as AddressInfo;
  await open(`http://127.0.0.1:${port}`, ask('large').repeat(30));
  await eventually(
    () => worked,
    (count) => count > 1,
  );
});

test('200 for each of a thousand pipelined requests on one connection', async () => {
  const socket = await open(url, Array.from({ length: 1_000 }, (_, at) => ask(`quick/${at}`)).join(''));
  const answers = await readUntil(socket, '{"at":"999"}');
  assert.deepEqual(
    [...answers.matchAll(/\{"at":"(\d+)"/g)].map(([, at]) => Number(at)),
    Array.from({ length: 1_000 }, (_, at) => at),
  );
});

test('503 for too many pipelined requests, after the accepted ones are answered, without a reset', async () => {
  const socket = await open(url, ask('quick/1').repeat(20_000));
  let failed: Error | undefined;
  socket.on('error', (error) => (failed = error));
  const answers = await readToEnd(socket);
  assert.equal(failed, undefined);
  const taken = answers.match(/HTTP\/1\.1 200/g)?.length ?? 0;
  assert.ok(taken > 1_000 && taken < 20_000, `${taken} were answered`);
  assert.match(
    answers,
    /HTTP\/1\.1 503 Service Unavailable\r\nConnection: close[^]*Retry-After: 1\r\n[^]*\r\n\r\n$/,
  );
  assert.equal(answers.match(/HTTP\/1\.1 503/g)?.length, 1);
  assert.equal((await fetch(`${url}/1`)).status, 200);
});

test('405 for an unknown method is sent after the responses to earlier requests', async () => {
  const socket = await open(url, `${ask('slow')}FROB /known HTTP/1.1\r\nHost: a\r\n\r\n`);
  const answers = await readToEnd(socket);
  assert.deepEqual(answers.match(/HTTP\/1\.1 \d+/g), ['HTTP/1.1 200', 'HTTP/1.1 405']);
});

test('a connection that ends during its requests leaves no running work', async () => {
  const before = begun;
  const socket = await open(url, ask('large') + ask('large'));
  await hasBegun(before + 1);
  const ended_before = ended;
  socket.destroy();
  await eventually(
    () => ended,
    (count) => count === ended_before + 1,
  );
  await letOthersAsk();
  assert.equal(begun, before + 1);
});

/** Waits until several other requests are answered, so that everything that could start has started. */
async function letOthersAsk(): Promise<void> {
  for (let round = 0; round < 5; round++) assert.equal((await fetch(`${url}/quick/1`)).status, 200);
}

function hasBegun(count: number): Promise<number> {
  return eventually(
    () => begun,
    (now) => now === count,
  );
}

function post(at: number): string {
  return `POST /${at} HTTP/1.1\r\nHost: a\r\nContent-Length: 7\r\n\r\n{"b":1}`;
}

async function open(to: string, requests: string): Promise<Socket> {
  const { hostname, port } = new URL(to);
  const socket = connect(Number(port), hostname).on('error', () => {});
  after(() => socket.destroy());
  await once(socket, 'connect');
  socket.write(requests);
  return socket;
}

async function readUntil(socket: Socket, end: string): Promise<string> {
  let text = '';
  for await (const chunk of socket) {
    text += String(chunk);
    if (text.includes(end)) return text;
  }
  return text;
}

async function readToEnd(socket: Socket): Promise<string> {
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  await once(socket, 'close');
  return Buffer.concat(chunks).toString();
}
