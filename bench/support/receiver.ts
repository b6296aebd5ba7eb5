import { startProcess } from './processes.ts';
import type { ReceivedDelivery } from './receiverProcess.ts';

export type BenchReceiver = {
  url: string;
  arrivals: ReceivedDelivery[];
  /** Waits until the receiver process has reported all arrivals so far. */
  catchUp(): Promise<void>;
  stop(): void;
};

type Message = { port?: number; arrivals?: ReceivedDelivery[]; is_answer?: true };

/** Starts the receiver in its own process and collects the arrivals that it reports. */
export function startReceiver(delay_ms = 0): Promise<BenchReceiver> {
  const child = startProcess('./receiverProcess.ts', { delay_ms });
  const arrivals: ReceivedDelivery[] = [];
  const asked: (() => void)[] = [];
  const catchUp = () =>
    new Promise<void>((resolve) => {
      asked.push(resolve);
      child.send('what has arrived?');
    });
  return new Promise((resolve) => {
    child.on('message', (message: Message) => {
      for (const arrival of message.arrivals ?? []) arrivals.push(arrival);
      if (message.is_answer) asked.shift()?.();
      if (message.port !== undefined) {
        resolve({
          url: `http://127.0.0.1:${message.port}`,
          arrivals,
          catchUp,
          stop: () => void child.kill('SIGKILL'),
        });
      }
    });
  });
}
