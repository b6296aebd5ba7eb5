import type { MetricObjectWithValues, MetricValue } from 'prom-client';

export type MetricRows = MetricObjectWithValues<MetricValue<string>>[];

/** The messages between the first process and its workers. */
export type WorkerMessage =
  | { kind: 'ready'; url: string }
  /** A worker cannot start, with the line for the operator. */
  | { kind: 'failed'; message: string }
  /** A worker wants the metrics of all; the first process asks each worker for its own, and answers with the sum. */
  | { kind: 'all metrics?'; id: number }
  | { kind: 'own metrics?'; id: number }
  | { kind: 'own metrics'; id: number; rows: MetricRows }
  | { kind: 'all metrics'; id: number; text: string };

/** Others send messages on the same channel, too. */
export function readMessage(message: unknown): WorkerMessage | undefined {
  const is_ours = typeof message === 'object' && message !== null && 'kind' in message;
  return is_ours ? (message as WorkerMessage) : undefined;
}
