import { newId } from '../lib/ids.ts';
import { createSignal } from '../lib/signal.ts';
import { afterCommit, type Transaction } from '../lib/sql.ts';
import type { EventData, EventType } from './catalogue.ts';

/** Raised in this process after each commit with deliveries. */
export const deliveriesWritten = createSignal();

/**
 * Writes an event and a delivery for each subscribed endpoint in the caller's transaction. The body is stored
 * as the exact text that is signed and sent.
 */
export async function emit<E extends EventType>(
  tx: Transaction,
  account_id: string,
  event: E,
  data: EventData<E>,
  now: Date,
): Promise<void> {
  const id = newId(now);
  const row = { account_id, id, event, body: bodyOf(id, event, data, now), created_at: now };
  const written = await tx`
    with event as (
      insert into events ${tx(row)}
    ),
    wanted as (
      select endpoint.id
      from webhook_endpoints as endpoint
      where endpoint.account_id = ${account_id}
        and endpoint.deleted_at is null
        and endpoint.suspended_at is null
        and ${event} = any (endpoint.events)
    ),
    delivery as (
      insert into webhook_deliveries (account_id, event_id, endpoint_id, event, created_at)
      select ${account_id}, ${id}, wanted.id, ${event}, ${now}
      from wanted
    )
    insert into webhook_queue (account_id, endpoint_id, event_id, due_at)
    select ${account_id}, wanted.id, ${id}, ${now}
    from wanted`;
  if (written.count > 0) afterCommit(tx, deliveriesWritten.raise);
}

/** The envelope of the specification. */
export function bodyOf<E extends EventType>(id: string, event: E, data: EventData<E>, now: Date): string {
  return JSON.stringify({ event, event_id: eventIdOf(id), timestamp: now.toISOString(), data });
}

/** The id of an event as receivers get it. */
export function eventIdOf(id: string): string {
  return `evt-${id}`;
}
