import type { EventType } from '../../../../events/catalogue.ts';
import type { Queryable, Transaction } from '../../../../lib/sql/sql.ts';
import { currentTraceparent } from '../../../../lib/process/tracing/spans.ts';
import type { DeliveryRef } from '../contract.ts';

type SentEvent = { event: EventType; created_at: string };

/** Finds the event of a delivery; undefined after retention has deleted the event. */
export async function findSentEvent(
  db: Queryable,
  account_id: string,
  { event_id, endpoint_id }: DeliveryRef,
): Promise<SentEvent | undefined> {
  const [event] = await db<SentEvent[]>`
    select delivery.event, delivery.created_at
    from webhook_deliveries as delivery
    join events as event
      on event.account_id = ${account_id}
      and event.id = delivery.event_id
    where delivery.account_id = ${account_id}
      and delivery.event_id = ${event_id}
      and delivery.endpoint_id = ${endpoint_id}`;
  return event;
}

/** Returns false if the endpoint already has a delivery of the event, so two simultaneous requests send it once. */
export async function insertResentDelivery(
  tx: Transaction,
  account_id: string,
  { event_id, endpoint_id, event, created_at }: DeliveryRef & SentEvent,
  now: Date,
): Promise<boolean> {
  const delivery = { event_id, endpoint_id, event, created_at, due_at: now };
  const written = await tx`
    insert into webhook_deliveries ${tx({ account_id, ...delivery })}
    on conflict (account_id, event_id, endpoint_id) do nothing
    returning event_id`;
  if (written.length === 0) return false;
  const queued = { endpoint_id, event_id, due_at: now, is_single: true, traceparent: currentTraceparent() };
  await tx`insert into webhook_queue ${tx({ account_id, ...queued })}`;
  return true;
}
