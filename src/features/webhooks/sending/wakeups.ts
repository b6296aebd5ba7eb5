import type { Log } from '../../../lib/log.ts';
import type { LocalEvent } from '../../../lib/concurrency/localEvent.ts';
import type { Database } from '../../../lib/sql/sql.ts';
import { notifySenders } from './sql/waiting.ts';

const CHANNEL = 'webhook_deliveries_due';
const GATHER_MS = 20;

/** Notifies the senders of other processes outside of transactions, at most once per GATHER_MS. */
export function notifyOtherSenders(db: Database, written: LocalEvent, log: Log): () => void {
  let notified_at = -Infinity;
  let timer: NodeJS.Timeout | undefined;
  const notify = () => {
    timer = undefined;
    notified_at = performance.now();
    notifySenders(db, CHANNEL).catch((err: unknown) => log.warn({ err }, 'wake-up of other senders failed'));
  };
  return written.subscribe(() => {
    timer ??= setTimeout(notify, Math.max(0, notified_at + GATHER_MS - performance.now()));
  });
}

/** Wakes the sender when another process notifies it; without LISTEN the sender only polls. */
export async function subscribeToWakeups(
  db: Database,
  wake: () => void,
  log: Log,
): Promise<() => Promise<void>> {
  try {
    const listening = await db.listen(CHANNEL, wake);
    return () => listening.unlisten();
  } catch (err) {
    log.warn({ err }, 'wake-ups of other processes unavailable, falling back to polling');
    return async () => {};
  }
}
