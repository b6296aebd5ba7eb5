import type { MetricObjectWithValues, MetricValue } from 'prom-client';

export type MetricRows = MetricObjectWithValues<MetricValue<string>>[];

/** Messages between the primary process and its workers. */
export type WorkerMessage =
  | { kind: 'ready'; url: string }
  /** A worker cannot start; `message` is shown to the operator. */
  | { kind: 'failed'; message: string }
  /**
   * A worker asks for the metrics of all processes. The primary asks each worker for its own metrics and answers with
   * the sums.
   */
  | { kind: 'all metrics?'; id: number }
  | { kind: 'own metrics?'; id: number }
  | { kind: 'own metrics'; id: number; rows: MetricRows }
  | { kind: 'all metrics'; id: number; text: string };

/** Returns undefined for messages of other senders on the same channel. */
export function readMessage(message: unknown): WorkerMessage | undefined {
  const is_ours = typeof message === 'object' && message !== null && 'kind' in message;
  return is_ours ? (message as WorkerMessage) : undefined;
}
