import { startProcess } from './processes.ts';
import type { Arrival } from './receiverProcess.ts';

export type BenchReceiver = { url: string; arrivals: Arrival[]; stop(): void };

/** The receiver in its own process, and what it told so far. */
export function startReceiver(delay_ms = 0): Promise<BenchReceiver> {
  const child = startProcess('./receiverProcess.ts', { delay_ms });
  const arrivals: Arrival[] = [];
  return new Promise((resolve) => {
    child.on('message', (message: { port?: number; arrivals?: Arrival[] }) => {
      for (const arrival of message.arrivals ?? []) arrivals.push(arrival);
      if (message.port !== undefined) {
        resolve({
          url: `http://127.0.0.1:${message.port}`,
          arrivals,
          stop: () => void child.kill('SIGKILL'),
        });
      }
    });
  });
}
