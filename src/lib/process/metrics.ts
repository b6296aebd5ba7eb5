import type { Worker } from 'node:cluster';
import { setTimeout as sleep } from 'node:timers/promises';
import { AggregatorRegistry } from 'prom-client';
import { readMessage, type WorkerMessage, type MetricRows } from './messages.ts';

/** A process that does not answer in this time counts with its last values; without them the sums would fall and rise again. */
const ANSWER_MS = 1_000;

/** Undefined as long as the worker has told nothing. */
export type AskForMetrics = () => Promise<MetricRows | undefined>;

/** Adds up what the workers measure; which numbers are no sum, their declarations say. */
export async function sumMetrics(workers: Iterable<AskForMetrics>): Promise<string> {
  const answers = await Promise.all(Array.from(workers, (ask) => ask()));
  const told = answers.filter((rows) => rows !== undefined).map(withStart);
  return AggregatorRegistry.aggregate(told).metrics();
}

/** When a process started is left out by default: of several, the last start shows that one was started anew. */
function withStart(rows: MetricRows): MetricRows {
  return rows.map((row) => (row.name === START ? { ...row, aggregator: 'max' as const } : row));
}

const START = 'process_start_time_seconds';

export function metricsAsker(worker: Worker): AskForMetrics {
  const waiting = new Map<number, () => void>();
  let asked = 0;
  let last: MetricRows | undefined;
  worker.on('message', (given: unknown) => {
    const message = readMessage(given);
    if (message?.kind !== 'own metrics') return;
    last = message.rows;
    waiting.get(message.id)?.();
  });
  return async () => {
    const id = ++asked;
    const { promise, resolve } = Promise.withResolvers<void>();
    waiting.set(id, resolve);
    sendToWorker(worker, { kind: 'own metrics?', id });
    await Promise.race([promise, sleep(ANSWER_MS)]);
    waiting.delete(id);
    return last;
  };
}

/** A worker that has just died hears nothing. */
export function sendToWorker(worker: Worker, message: WorkerMessage): void {
  if (worker.isConnected()) worker.send(message, () => {});
}
