import type { Worker } from 'node:cluster';
import { setTimeout as sleep } from 'node:timers/promises';
import { AggregatorRegistry } from 'prom-client';
import { readMessage, type Message, type MetricRows } from './messages.ts';

/** A worker that does not answer in this time is left out. */
const ANSWER_MS = 1_000;

/** Adds up what the workers measure; which numbers are no sum, their declarations say. */
export async function sumMetrics(workers: readonly Worker[]): Promise<string> {
  const answers = await Promise.all(workers.map(askForMetrics));
  const told = answers.filter((rows) => rows !== undefined).map(withStart);
  return AggregatorRegistry.aggregate(told).metrics();
}

/** When a process started is left out by default: of several, the last start shows that one was started anew. */
function withStart(rows: MetricRows): MetricRows {
  return rows.map((row) => (row.name === START ? { ...row, aggregator: 'max' as const } : row));
}

const START = 'process_start_time_seconds';

let asked = 0;

async function askForMetrics(worker: Worker): Promise<MetricRows | undefined> {
  const id = ++asked;
  const { promise, resolve } = Promise.withResolvers<MetricRows>();
  const hear = (given: unknown) => {
    const message = readMessage(given);
    if (message?.kind === 'own metrics' && message.id === id) resolve(message.rows);
  };
  worker.on('message', hear);
  try {
    tell(worker, { kind: 'own metrics?', id });
    return await Promise.race([promise, sleep(ANSWER_MS, undefined)]);
  } finally {
    worker.off('message', hear);
  }
}

/** A worker that has just died hears nothing. */
export function tell(worker: Worker, message: Message): void {
  if (worker.isConnected()) worker.send(message, () => {});
}
