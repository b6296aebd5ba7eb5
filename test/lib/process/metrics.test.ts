import assert from 'node:assert/strict';
import type { Worker } from 'node:cluster';
import { EventEmitter } from 'node:events';
import { syncBuiltinESMExports } from 'node:module';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { Counter, Gauge, Registry } from 'prom-client';
import type { WorkerMessage, MetricRows } from '../../../src/lib/process/messages.ts';
import { createWorkerMetricsReader, sumMetrics, sendToWorker } from '../../../src/lib/process/metrics.ts';

const ANSWER_MS = 1_000;

/** Opens a channel to another process whose messages the test answers. */
function openChannel(is_connected = true) {
  const sent: WorkerMessage[] = [];
  const channel = Object.assign(new EventEmitter(), {
    isConnected: () => is_connected,
    send: (message: WorkerMessage) => sent.push(message),
  });
  return { worker: channel as unknown as Worker, sent };
}

async function rowsOf(count: number, started_s: number): Promise<MetricRows> {
  const registers = [new Registry()];
  new Counter({ name: 'counted', help: 'Counted', registers }).inc(count);
  new Gauge({ name: 'process_start_time_seconds', help: 'Start', registers }).set(started_s);
  return registers[0]?.getMetricsAsJSON() ?? [];
}

test('counters of several processes are summed, and the latest of their start times is reported', async () => {
  const [one, other] = [await rowsOf(3, 100), await rowsOf(4, 200)];
  const text = await sumMetrics([async () => one, async () => other, async () => undefined]);
  assert.match(text, /^counted 7$/m);
  assert.match(text, /^process_start_time_seconds 200$/m);
});

test('each read asks every process again, and only the response to that request counts', async () => {
  const { worker, sent } = openChannel();
  const ask = createWorkerMetricsReader(worker);
  const rows = await rowsOf(1, 1);
  for (const id of [1, 2]) {
    const answered = ask();
    assert.deepEqual(sent.at(-1), { kind: 'own metrics?', id });
    worker.emit('message', { kind: 'ready', url: '' });
    worker.emit('message', { kind: 'own metrics', id, rows });
    assert.equal(await answered, rows);
  }
});

test('a process that does not respond within a second counts with its last values', async (t) => {
  const { worker } = openChannel();
  const ask = createWorkerMetricsReader(worker);
  t.mock.timers.enable({ apis: ['setTimeout'] });
  syncBuiltinESMExports();
  t.after(() => {
    t.mock.timers.reset();
    syncBuiltinESMExports();
  });
  const askAndWait = async () => {
    const state = { is_over: false };
    const answered = ask().finally(() => (state.is_over = true));
    t.mock.timers.tick(ANSWER_MS - 1);
    await turn();
    assert.equal(state.is_over, false);
    t.mock.timers.tick(1);
    return answered;
  };
  assert.equal(await askAndWait(), undefined);
  const rows = await rowsOf(1, 1);
  worker.emit('message', { kind: 'own metrics', id: 1, rows });
  assert.equal(await askAndWait(), rows);
});

test('no message is sent to a process that has ended', () => {
  const [open, closed] = [openChannel(), openChannel(false)];
  for (const { worker } of [open, closed]) sendToWorker(worker, { kind: 'own metrics?', id: 1 });
  assert.deepEqual([open.sent.length, closed.sent.length], [1, 0]);
});
