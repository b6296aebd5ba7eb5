/* The limits of slow readers, without waiting for them: `slowReaders.test.ts` and `streamRates.test.ts` wait. */
import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import type { Server, ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { PassThrough } from 'node:stream';
import { test, type TestContext } from 'node:test';
import { endSlowReaders, watchRate, type ReaderLimits } from '../../../src/lib/http/slowReaders.ts';
import { listen, makeHttpServer } from '../../support/httpServer.ts';

const LARGE = Buffer.alloc(16 * 1024 * 1024, 'a');
const LIMITS: ReaderLimits = {
  stalled_ms: 60_000,
  unread_bytes: 1024 ** 3,
  behind_ms: 30_000,
  least_bytes_per_s: 1_000,
};
/** The interval between two samples of a stream. */
const SAMPLE_MS = 1_000;
const LEAST_BYTES = 30_000;

/** Opens a server with a large response. The clock stands still until the test changes it. */
async function openLarge(t: TestContext, limits: Partial<ReaderLimits>) {
  const time = { now_ms: 0 };
  const sockets: Socket[] = [];
  t.mock.method(performance, 'now', () => time.now_ms);
  const server = await makeHttpServer({ limits: { ...LIMITS, ...limits } });
  server.get('/large', (_request, reply) => reply.send(LARGE));
  const slow = new PassThrough();
  server.get('/slow', (_request, reply) => reply.send(slow));
  const { hostname, port } = new URL(await listen(server));
  t.after(() => sockets.forEach((socket) => socket.destroy()));
  return {
    time,
    /** Requests a stream whose client has read all bytes so far. */
    askForSlow: async (): Promise<ServerResponse> => {
      const socket = connect(Number(port), hostname);
      sockets.push(socket);
      const requested = once(server.server, 'request');
      socket.write('GET /slow HTTP/1.1\r\nHost: a\r\n\r\n');
      const [, response]: ServerResponse[] = await requested;
      slow.write('first bytes');
      await once(socket, 'data');
      assert.ok(response);
      return response;
    },
    /** Requests a large response and does not read it. Returns the response when the server has written it. */
    askWithoutReading: async (): Promise<ServerResponse> => {
      const socket = connect(Number(port), hostname).on('error', () => {});
      sockets.push(socket.pause());
      const requested = once(server.server, 'request');
      socket.write('GET /large HTTP/1.1\r\nHost: a\r\n\r\n');
      const [, response]: ServerResponse[] = await requested;
      assert.ok(response);
      while (!response.writableEnded) await new Promise(setImmediate);
      return response;
    },
  };
}

test('a response ends if its client does not read it within the limit', async (t) => {
  const { askWithoutReading } = await openLarge(t, { stalled_ms: 20 });
  const response = await askWithoutReading();
  if (!response.closed) await once(response, 'close');
  assert.ok(response.destroyed && !response.writableFinished);
});

test('above the limit of unread bytes, the responses that have waited longest end, at most one every 50 ms', async (t) => {
  const { time, askForSlow, askWithoutReading } = await openLarge(t, { unread_bytes: 2.5 * LARGE.length });
  const slow = await askForSlow();
  const responses: ServerResponse[] = [];
  const ask = async (now_ms: number) => {
    time.now_ms = now_ms;
    responses.push(await askWithoutReading());
    return responses.map(({ destroyed }) => destroyed);
  };
  assert.deepEqual(await ask(0), [false]);
  assert.deepEqual(await ask(100), [false, false]);
  assert.deepEqual(await ask(200), [false, false, false]);
  assert.deepEqual(await ask(249), [false, false, false, false], 'the last check was 49 ms ago');
  assert.deepEqual(await ask(250), [true, true, false, false, false]);
  assert.equal(slow.destroyed, false, 'its client has read everything');
});

test('a silent connection ends only if its client has unread data', () => {
  const server = new EventEmitter() as Server;
  endSlowReaders(server, LIMITS);
  for (const [writableLength, ended] of [[0, 0] as const, [1, 1] as const]) {
    const calls: number[] = [];
    const response = Object.assign(new EventEmitter(), {
      writableLength,
      setTimeout(limit_ms: number, onSilence: () => void) {
        assert.equal(limit_ms, LIMITS.stalled_ms);
        onSilence();
      },
      destroy: () => calls.push(1),
    });
    server.emit('request', {}, response);
    assert.equal(calls.length, ended);
  }
});

/** Opens a stream and its client. `take` is the number of bytes that the client takes before each sample. */
function openStream(t: TestContext) {
  t.mock.timers.enable({ apis: ['setInterval'] });
  const server = new EventEmitter() as Server;
  endSlowReaders(server, LIMITS);
  const state = { taken: 0, waiting: 1, ended: 0 };
  const response = {
    get writableLength() {
      return state.waiting;
    },
    socket: {
      get bytesWritten() {
        return state.taken + 500;
      },
      writableLength: 500,
    },
    destroy: () => state.ended++,
  } as unknown as ServerResponse;
  const stop = watchRate(server, response);
  const sample = (times: number, take = 0) => {
    for (let time = 0; time < times; time++) {
      state.taken += take;
      t.mock.timers.tick(SAMPLE_MS);
    }
  };
  return { state, sample, stop };
}

test('a stream ends if its client is behind for the whole time and reads less than the minimum rate', (t) => {
  const { state, sample } = openStream(t);
  sample(29);
  assert.equal(state.ended, 0);
  sample(1, LEAST_BYTES - 1);
  assert.equal(state.ended, 1);
});

test('a stream continues while its client reads at the minimum rate', (t) => {
  const { state, sample } = openStream(t);
  sample(29);
  sample(1, LEAST_BYTES);
  sample(29);
  sample(1, LEAST_BYTES);
  assert.equal(state.ended, 0);

  // Control: bytes of an earlier time do not count.
  sample(30);
  assert.equal(state.ended, 1);
});

test('time in which the client has read everything does not count', (t) => {
  const { state, sample } = openStream(t);
  sample(29);
  state.waiting = 0;
  sample(31);
  sample(1, LEAST_BYTES);
  state.waiting = 1;
  sample(29);
  assert.equal(state.ended, 0);
  sample(1);
  assert.equal(state.ended, 1);
});

test('a finished stream is not monitored', (t) => {
  const { state, sample, stop } = openStream(t);
  stop();
  sample(60);
  assert.equal(state.ended, 0);
});

test('a stream of a server without limits is not monitored', (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  watchRate(new EventEmitter() as Server, {} as ServerResponse)();
  t.mock.timers.tick(60 * SAMPLE_MS);
});
