import cluster from 'node:cluster';
import type { Registry } from 'prom-client';
import { readMessage, type WorkerMessage } from './messages.ts';

/** One of several processes that serve one port. */
export type ProcessMember = {
  /** No two have had the same since the service was started. */
  number: number;
  tellReady(url: string): void;
  /** Settles when the first process has the message. */
  tellFailed(message: string): Promise<void>;
  /** The metrics of all processes in place of its own. */
  shareMetrics(own: Registry): Pick<Registry, 'contentType' | 'metrics'>;
};

/** Undefined in a process that was not started by another one. */
export function findMember(): ProcessMember | undefined {
  const { worker } = cluster;
  if (!worker) return undefined;
  const send = (message: WorkerMessage) => void worker.send(message);
  const hear = (listen: (message: WorkerMessage) => void) =>
    worker.on('message', (given: unknown) => {
      const message = readMessage(given);
      if (message) listen(message);
    });
  return {
    number: worker.id,
    tellReady: (url) => send({ kind: 'ready', url }),
    tellFailed: (message) =>
      new Promise((resolve) => worker.process.send?.({ kind: 'failed', message }, () => resolve())),
    shareMetrics: (own) => ({ contentType: own.contentType, metrics: askThrough(own, send, hear) }),
  };
}

function askThrough(
  own: Registry,
  send: (message: WorkerMessage) => void,
  hear: (listen: (message: WorkerMessage) => void) => void,
): () => Promise<string> {
  const waiting = new Map<number, (text: string) => void>();
  let asked = 0;
  hear((message) => {
    if (message.kind === 'all metrics') {
      waiting.get(message.id)?.(message.text);
      waiting.delete(message.id);
    }
    if (message.kind === 'own metrics?') void tellOwn(own, message.id, send);
  });
  return () =>
    new Promise((resolve) => {
      const id = ++asked;
      waiting.set(id, resolve);
      send({ kind: 'all metrics?', id });
    });
}

async function tellOwn(own: Registry, id: number, send: (message: WorkerMessage) => void): Promise<void> {
  send({ kind: 'own metrics', id, rows: await own.getMetricsAsJSON() });
}
