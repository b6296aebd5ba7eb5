import type { Worker } from 'node:cluster';
import { AggregatorRegistry } from 'prom-client';
import { endsWithin } from '../concurrency/withTimeout.ts';
import { readMessage, type WorkerMessage, type MetricRows } from './messages.ts';

/**
 * Timeout of a worker's answer. After it, the worker's previous values are used; without them, the sums would drop and
 * rise again.
 */
const ANSWER_MS = 1_000;

/** Returns the metrics of one worker, or undefined if it has never reported any. */
export type ReadWorkerMetrics = () => Promise<MetricRows | undefined>;

/** Aggregates the metrics of all workers. The `aggregator` of a metric decides if its values are summed. */
export async function sumMetrics(workers: Iterable<ReadWorkerMetrics>): Promise<string> {
  const answers = await Promise.all(Array.from(workers, (ask) => ask()));
  const told = answers.filter((rows) => rows !== undefined).map(withStart);
  return AggregatorRegistry.aggregate(told).metrics();
}

/**
 * Sets the aggregator of the process start time, which the library omits by default. The latest start shows that a
 * worker was restarted.
 */
function withStart(rows: MetricRows): MetricRows {
  return rows.map((row) => (row.name === START ? { ...row, aggregator: 'max' as const } : row));
}

const START = 'process_start_time_seconds';

export function createWorkerMetricsReader(worker: Worker): ReadWorkerMetrics {
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
    await endsWithin(ANSWER_MS, promise);
    waiting.delete(id);
    return last;
  };
}

/** Sends a message to a worker; does nothing if the worker has disconnected. */
export function sendToWorker(worker: Worker, message: WorkerMessage): void {
  if (worker.isConnected()) worker.send(message, () => {});
}
