import { newId } from '../lib/ids.ts';
import type { Transaction } from '../lib/sql.ts';
import type { EventData, EventType } from './catalogue.ts';

/**
 * Writes an event in the transaction of what it tells: no commit, no event; no event, no commit. The body is
 * stored as the exact text that will be signed and sent.
 */
export async function emit<E extends EventType>(
  tx: Transaction,
  account_id: string,
  event: E,
  data: EventData<E>,
  now: Date,
): Promise<void> {
  const id = newId(now);
  const body = JSON.stringify({ event, event_id: `evt-${id}`, timestamp: now.toISOString(), data });
  await tx`
    insert into events ${tx({ account_id, id, event, body, created_at: now })}`;
}
