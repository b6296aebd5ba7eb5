/* Streams whose readers are slow. */
import assert from 'node:assert/strict';
import { connect, type Socket } from 'node:net';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { sendHtmlPieces } from '../../../src/lib/http/streams.ts';
import { eventually } from '../../../support/eventually.ts';
import { listen, makeHttpServer } from '../../support/httpServer.ts';

const BEHIND_MS = 1_500;
const PIECE = Buffer.alloc(64 * 1024, 'a');
/** A response that exceeds the buffers of a connection. */
const LARGE = Buffer.alloc(24 * 1024 * 1024, 'a');
const DRIP_EVERY_MS = 20;
const WITHIN_MS = 30_000;

let places = 0;

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
    await sleep(0);
  }
}

function addRoutes(to: FastifyInstance): FastifyInstance {
  to.get('/endless', (_request, reply) => sendHtmlPieces(reply, produce()));
  to.get('/large', (_request, reply) => reply.send(LARGE));
  return to;
}

const url = await listen(
  addRoutes(await makeHttpServer({ limits: { behind_ms: BEHIND_MS, stalled_ms: 60_000 } })),
);
const patient_url = await listen(
  addRoutes(await makeHttpServer({ limits: { behind_ms: 60_000, stalled_ms: 60_000 } })),
);

function ask(at: string, path: string): Socket {
  const { port } = new URL(at);
  const socket = connect(Number(port), '127.0.0.1').on('error', () => {});
  socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`);
  return socket;
}

/** Reads a few bytes at a time, slowly. */
function drip(socket: Socket): () => void {
  socket.pause();
  const timer = setInterval(() => socket.read(64), DRIP_EVERY_MS);
  return () => clearInterval(timer);
}

const whenPlaces = (count: number) =>
  eventually(
    async () => places,
    (now) => now === count,
    WITHIN_MS,
  );

test('a very slow reader loses its slot; control: with a longer limit it keeps it', async () => {
  const [slow, patient] = [ask(url, '/endless'), ask(patient_url, '/endless')];
  const stops = [slow, patient].map(drip);
  await whenPlaces(2);
  await whenPlaces(1);
  await sleep(BEHIND_MS);
  assert.deepEqual([places, patient.destroyed], [1, false]);
  for (const stop of stops) stop();
  patient.destroy();
  slow.destroy();
  await whenPlaces(0);
});

test('a fast enough reader keeps its slot, and a response that is complete in memory may be read slowly', async () => {
  const fast = ask(url, '/endless').resume();
  const slow = ask(url, '/large');
  const stop = drip(slow);
  await sleep(3 * BEHIND_MS);
  assert.deepEqual([places, fast.closed], [1, false]);
  stop();
  let bytes = 0;
  slow.on('data', (chunk) => (bytes += chunk.length)).resume();
  await eventually(
    async () => bytes,
    (now) => now > LARGE.length - 1024 * 1024,
    WITHIN_MS,
  );
  fast.destroy();
  slow.destroy();
  await whenPlaces(0);
});
