import type { Log } from '../../../lib/log.ts';
import type { Signal } from '../../../lib/signal.ts';
import type { Database } from '../../../lib/sql.ts';
import { notifyDue } from '../sql/sending.ts';

const CHANNEL = 'webhook_deliveries_due';
const GATHER_MS = 20;

/** Tells senders elsewhere that something is due: a hint outside of every transaction, gathered into few. */
export function tellOthers(db: Database, written: Signal, log: Log): () => void {
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

/** Hears such hints; without them the sender polls. */
export async function hearOthers(db: Database, wake: () => void, log: Log): Promise<() => Promise<void>> {
  try {
    const listening = await db.listen(CHANNEL, wake);
    return () => listening.unlisten();
  } catch (err) {
    log.warn({ err }, 'no hints from other processes, deliveries are found by polling');
    return async () => {};
  }
}
