import cluster from 'node:cluster';
import type { Registry } from 'prom-client';
import { readMessage, type WorkerMessage } from './messages.ts';

/** A worker process of several that serve one port. */
export type WorkerProcess = {
  /** The number is unique among all workers since the service was started. */
  number: number;
  tellReady(url: string): void;
  /** Resolves when the primary process has received the message. */
  tellFailed(message: string): Promise<void>;
  /** Returns a registry whose metrics are the sum over all processes. */
  shareMetrics(own: Registry): Pick<Registry, 'contentType' | 'metrics'>;
};

/** Returns this worker process, or undefined if the process is not a cluster worker. */
export function findWorkerProcess(): WorkerProcess | undefined {
  const { worker } = cluster;
  if (!worker) return undefined;
  const send = (message: WorkerMessage) => void worker.send(message);
  const onMessage = (listen: (message: WorkerMessage) => void) =>
    worker.on('message', (given: unknown) => {
      const message = readMessage(given);
      if (message) listen(message);
    });
  return {
    number: worker.id,
    tellReady: (url) => send({ kind: 'ready', url }),
    tellFailed: (message) =>
      new Promise((resolve) => worker.process.send?.({ kind: 'failed', message }, () => resolve())),
    shareMetrics: (own) => ({
      contentType: own.contentType,
      metrics: requestAllMetrics(own, send, onMessage),
    }),
  };
}

function requestAllMetrics(
  own: Registry,
  send: (message: WorkerMessage) => void,
  onMessage: (listen: (message: WorkerMessage) => void) => void,
): () => Promise<string> {
  const waiting = new Map<number, (text: string) => void>();
  let asked = 0;
  onMessage((message) => {
    if (message.kind === 'all metrics') {
      waiting.get(message.id)?.(message.text);
      waiting.delete(message.id);
    }
    if (message.kind === 'own metrics?') void sendOwnMetrics(own, message.id, send);
  });
  return () =>
    new Promise((resolve) => {
      const id = ++asked;
      waiting.set(id, resolve);
      send({ kind: 'all metrics?', id });
    });
}

async function sendOwnMetrics(
  own: Registry,
  id: number,
  send: (message: WorkerMessage) => void,
): Promise<void> {
  send({ kind: 'own metrics', id, rows: await own.getMetricsAsJSON() });
}
