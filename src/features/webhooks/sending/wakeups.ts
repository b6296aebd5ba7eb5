import type { Log } from '../../../lib/log.ts';
import type { Signal } from '../../../lib/concurrency/signal.ts';
import type { Database } from '../../../lib/sql/sql.ts';
import { notifyDue } from './sql/waiting.ts';

const CHANNEL = 'webhook_deliveries_due';
const GATHER_MS = 20;

/** Notifies senders of other processes that something is due, outside of transactions and in few messages. */
export function notifyOtherSenders(db: Database, written: Signal, log: Log): () => void {
  let told_at = -Infinity;
  let timer: NodeJS.Timeout | undefined;
  const tell = () => {
    timer = undefined;
    told_at = performance.now();
    notifyDue(db, CHANNEL).catch((err: unknown) => log.warn({ err }, 'other senders not told'));
  };
  return written.listen(() => {
    timer ??= setTimeout(tell, Math.max(0, told_at + GATHER_MS - performance.now()));
  });
}

/** Receives such hints; without them the sender polls. */
export async function receiveWakeups(db: Database, wake: () => void, log: Log): Promise<() => Promise<void>> {
  try {
    const listening = await db.listen(CHANNEL, wake);
    return () => listening.unlisten();
  } catch (err) {
    log.warn({ err }, 'no hints from other processes, deliveries are found by polling');
    return async () => {};
  }
}
