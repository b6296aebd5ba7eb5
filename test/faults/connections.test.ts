import assert from 'node:assert/strict';
import { connect, type Socket } from 'node:net';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { eventually } from '../../support/eventually.ts';
import { createServer, type ServerLimits } from '../../src/lib/http/server.ts';
import { createLog } from '../../src/lib/log.ts';
import { blockProcess } from '../support/blockProcess.ts';

const CHECK_MS = 500;
/** The tolerance; a connection that the server does not close stays open for minutes. */
const LEEWAY_MS = 30_000;
/** The stall must happen after the first measured turn, because turns are measured from the first one on. */
const FIRST_TURNS_MS = 50;
/** The stall of a start, longer than its grace period. */
const STALLED_START_MS = 2_500;
const ASKED_FOR_MS = 1_500;

const usual = await openServer({});
const small = await openServer({ max_in_flight: 4, max_connections: 20 });

test('slow and endless requests are closed in time', { concurrency: true }, async (t) => {
  await Promise.all([
    t.test('400 for headers that never end', async () => {
      const { answer, took_ms } = await trickle(usual.url, 'GET /fast HTTP/1.1\r\nHost: a\r\n', 'X-A: b\r\n');
      assertTimedOut(answer);
      assert.ok(took_ms > 7_500 && took_ms < 8_000 + CHECK_MS + LEEWAY_MS, `closed after ${took_ms} ms`);
    }),
    t.test('400 for a slow body', async () => {
      const head =
        'POST /fast HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n';
      const { answer, took_ms } = await trickle(usual.url, head, ' ');
      assertTimedOut(answer);
      assert.ok(took_ms < 10_000 + CHECK_MS + LEEWAY_MS, `closed after ${took_ms} ms`);
    }),
    t.test('400 for an incomplete second request on a connection', async () => {
      const whole = 'GET /fast HTTP/1.1\r\nHost: a\r\n\r\n';
      const { answer, took_ms } = await trickle(usual.url, `${whole}GET /fast HTTP/1.1\r\n`, '');
      assert.match(answer, /^HTTP\/1\.1 200 /);
      assertTimedOut(answer.slice(answer.lastIndexOf('HTTP/1.1')));
      assert.ok(took_ms < 8_000 + CHECK_MS + LEEWAY_MS, `closed after ${took_ms} ms`);
    }),
    t.test('a silent connection is closed', async () => {
      const { took_ms } = await trickle(usual.url, '', '');
      assert.ok(took_ms < 10_000 + CHECK_MS + LEEWAY_MS, `closed after ${took_ms} ms`);
    }),
    t.test('503 with an empty body above the request limit, while /healthz answers 200', async () => {
      const held = Array.from({ length: 4 }, () => fetch(`${small.url}/held`));
      await eventually(small.countHeld, (count) => count === 4, LEEWAY_MS);
      await assertOverloaded(`${small.url}/fast`);
      assert.equal((await fetch(`${small.url}/healthz`)).status, 200);

      small.release();
      for (const answer of await Promise.all(held)) assert.equal(answer.status, 200);
      assert.equal((await fetch(`${small.url}/fast`)).status, 200);
    }),
  ]);
});

test('a caller that disconnects releases its slot', async () => {
  const full = await openServer({ max_in_flight: 4 });
  const giveUp = new AbortController();
  const held = Array.from({ length: 4 }, () => fetch(`${full.url}/held`, { signal: giveUp.signal }));
  await eventually(full.countHeld, (count) => count === 4, LEEWAY_MS);
  await assertOverloaded(`${full.url}/fast`);
  giveUp.abort();
  await Promise.allSettled(held);
  assert.equal((await askUntil(`${full.url}/fast`, 200)).status, 200);
});

test('connections above the limit are closed immediately, other connections stay open', async () => {
  const sockets = await Promise.all(Array.from({ length: 30 }, () => hold(small.url)));
  const countOpen = () => sockets.filter(({ readyState }) => readyState === 'open').length;
  const open = await eventually(countOpen, (count) => count <= 20, LEEWAY_MS);
  assert.ok(open > 0);
  for (const socket of sockets) socket.destroy();
  const ask = () => fetch(`${small.url}/fast`).then(({ status }) => status, String);
  await eventually(ask, (status) => status === 200, LEEWAY_MS);
});

test('200 after a start under high CPU load', async () => {
  const server = await openServer({ few_in_flight: 0 });
  await sleep(FIRST_TURNS_MS);
  blockProcess(STALLED_START_MS);
  const until_ms = performance.now() + ASKED_FOR_MS;
  while (performance.now() < until_ms) {
    assert.equal((await fetch(`${server.url}/fast`)).status, 200);
    await sleep(50);
  }
});

test('503 with an empty body while the event loop stalls, and /healthz answers 200', async () => {
  const stalled = await openServer({ few_in_flight: 0 });
  let is_seen = false;
  const stalling = repeat(
    () => fetch(`${stalled.url}/stall`),
    () => is_seen,
  );
  const seen = await askUntil(`${stalled.url}/fast`, 503);
  const alive = await fetch(`${stalled.url}/healthz`);
  is_seen = true;
  assert.equal(alive.status, 200);
  assert.equal(await seen.text(), '');
  assert.equal(seen.headers.get('retry-after'), '1');
  await stalling;
  assert.equal((await askUntil(`${stalled.url}/fast`, 200)).status, 200);
});

async function openServer(limits: Partial<ServerLimits>) {
  const paths = new Map(['/fast', '/held', '/stall', '/healthz'].map((path) => [path, ['GET', 'POST']]));
  const log = createLog('silent');
  let held = 0;
  const server = await createServer({ log, trust_proxy: false, paths, open_to_pages: () => false, limits });
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  server.get('/healthz', async () => ({ status: 'ok' }));
  server.route({ method: ['GET', 'POST'], url: '/fast', handler: async () => ({}) });
  server.get('/held', async () => {
    held++;
    await released;
    return {};
  });
  server.get('/stall', async () => {
    blockProcess(2_500);
    return {};
  });
  const url = await server.listen({ host: '127.0.0.1', port: 0 });
  after(() => server.close());
  return { url, release, countHeld: () => held };
}

async function repeat(act: () => Promise<Response>, isOver: () => boolean): Promise<void> {
  while (!isOver()) await (await act()).text();
}

function hold(url: string): Promise<Socket> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname, () => resolve(socket));
    socket.on('error', () => {});
    socket.resume();
  });
}

/** Sends the first part, then a little more repeatedly, until the server closes the connection. */
async function trickle(
  url: string,
  first: string,
  more: string,
): Promise<{ answer: string; took_ms: number }> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  const started_ms = performance.now();
  socket.on('error', () => {});
  socket.write(first);
  const timer = setInterval(() => more !== '' && socket.writable && socket.write(more), 300);
  let answer = '';
  socket.on('data', (chunk) => (answer += chunk.toString()));
  await new Promise((resolve) => socket.once('close', resolve));
  clearInterval(timer);
  return { answer, took_ms: performance.now() - started_ms };
}

function assertTimedOut(answer: string): void {
  const [head = '', body = ''] = answer.split('\r\n\r\n');
  assert.match(head, /^HTTP\/1\.1 400 /);
  assert.deepEqual(JSON.parse(body), { error: 'BAD_REQUEST', message: 'request: not sent in time' });
}

async function assertOverloaded(url: string): Promise<void> {
  const answer = await fetch(url);
  assert.equal(answer.status, 503);
  assert.equal(answer.headers.get('retry-after'), '1');
  assert.equal(await answer.text(), '');
}

async function askUntil(url: string, status: number): Promise<Response> {
  for (let n = 0; n < 400; n++) {
    const answer = await fetch(url);
    if (answer.status === status) return answer;
    await answer.text();
    await sleep(5);
  }
  throw new Error(`never ${status}`);
}
