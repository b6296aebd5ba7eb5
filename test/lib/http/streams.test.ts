import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { sendHtmlPieces } from '../../../src/lib/http/streams.ts';
import { eventually } from '../../../support/eventually.ts';
import { listen, makeHttpServer } from '../../support/httpServer.ts';

const PIECE = Buffer.alloc(64 * 1024, 'a');

let places = 0;
let left = 0;
let release: (() => void) | undefined;

function takePlace(): Disposable {
  places++;
  return { [Symbol.dispose]: () => void places-- };
}

/** Produces endless data, so that only the end of the response stops the producer. */
async function* produce(): AsyncGenerator<Buffer, void> {
  using held = new DisposableStack();
  held.use(takePlace());
  for (;;) {
    yield PIECE;
    await nextTurn();
  }
}

async function* produceLate(): AsyncGenerator<Buffer, void> {
  using held = new DisposableStack();
  held.use(takePlace());
  await new Promise<void>((resolve) => (release = resolve));
  yield PIECE;
}

async function* produceFailing(after: number): AsyncGenerator<Buffer, void> {
  using held = new DisposableStack();
  held.use(takePlace());
  for (let made = 0; made < after; made++) yield PIECE;
  throw new Error('the producer failed');
}

function addRoutes(to: FastifyInstance): FastifyInstance {
  to.get('/endless', (_request, reply) => sendHtmlPieces(reply, produce()));
  to.get('/late', (_request, reply) => {
    reply.raw.once('close', () => left++);
    return sendHtmlPieces(reply, produceLate());
  });
  to.get('/failing', (_request, reply) => sendHtmlPieces(reply, produceFailing(0)));
  to.get('/broken', (_request, reply) => sendHtmlPieces(reply, produceFailing(2)));
  return to;
}

const url = await listen(addRoutes(await makeHttpServer()));

function ask(path: string): Socket {
  const { port } = new URL(url);
  const socket = connect(Number(port), '127.0.0.1').on('error', () => {});
  socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`);
  return socket;
}

const whenPlaces = (count: number) =>
  eventually(
    async () => places,
    (now) => now === count,
  );

for (const how of ['destroy', 'resetAndDestroy', 'end'] as const)
  test(`a producer ends when its client disconnects in the middle by ${how}`, async () => {
    const socket = ask('/endless');
    await once(socket, 'data');
    assert.equal(places, 1);
    socket[how]();
    if (how === 'end') socket.resume().once('data', () => socket.destroy());
    await whenPlaces(0);
  });

test('a producer ends if its client disconnects before the first piece', async () => {
  const socket = ask('/late');
  await whenPlaces(1);
  socket.destroy();
  await eventually(
    () => left,
    (count) => count === 1,
  );
  release?.();
  await whenPlaces(0);
});

test('500 if the first piece fails, and a broken response if a later one fails', async () => {
  assert.equal((await fetch(`${url}/failing`)).status, 500);
  assert.equal(places, 0);
  const broken = await fetch(`${url}/broken`);
  assert.equal(broken.status, 200);
  await assert.rejects(broken.arrayBuffer());
  assert.equal(places, 0);
});
