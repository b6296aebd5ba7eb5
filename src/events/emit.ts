import { insertRows } from '../lib/sql/insertRows.ts';
import { newId } from '../lib/ids.ts';
import { createLocalEvent } from '../lib/concurrency/localEvent.ts';
import { afterCommit, type Transaction } from '../lib/sql/sql.ts';
import { currentTraceparent } from '../lib/process/tracing/spans.ts';
import type { EventData, EventType } from './catalogue.ts';
import { findLocalSender, type LeasedDelivery, type LeaseOffer } from './localSender.ts';

/** This event is raised in this process after each commit with deliveries that no sender has leased. */
export const deliveriesWritten = createLocalEvent();

/** This event is raised in this process after each commit with events. The key is the account. */
export const eventsWritten = createLocalEvent();

/** An event as it is stored: its body is the exact text that is signed and sent. */
export type EventRow = {
  account_id: string;
  id: string;
  event: EventType;
  body: string;
  created_at: Date;
  /** The W3C trace context of the request; the queue rows of the event store it. */
  traceparent: string | null;
};

/** Writes an event and a delivery for each subscribed endpoint in the caller's transaction. */
export function emit<E extends EventType>(
  tx: Transaction,
  account_id: string,
  event: E,
  data: EventData<E>,
  now: Date,
): Promise<void> {
  return emitAll(tx, account_id, [createEventRow(account_id, event, data, now)]);
}

export function createEventRow<E extends EventType>(
  account_id: string,
  event: E,
  data: EventData<E>,
  now: Date,
): EventRow {
  const id = newId(now);
  const traceparent = currentTraceparent();
  return { account_id, id, event, body: eventBody(id, event, data, now), created_at: now, traceparent };
}

/** Writes several events of an account, each as `emit` does. */
export async function emitAll(
  tx: Transaction,
  account_id: string,
  events: readonly EventRow[],
): Promise<void> {
  if (events.length === 0) return;
  const types = new Set(events.map(({ event }) => event));
  await emitToEndpoints(tx, account_id, await findSubscribedEndpoints(tx, account_id, [...types]), events);
}

/** An endpoint that is neither deleted nor suspended. It can be paused. */
export type SubscribedEndpoint = Pick<
  LeasedDelivery,
  'endpoint_id' | 'url' | 'secret' | 'previous_secret' | 'previous_until' | 'secret_switches_at'
> & { events: readonly string[]; is_paused: boolean };

/**
 * Finds the endpoints that are subscribed to any of these event types. A transaction reads them together with its first
 * reads, which saves a round trip.
 */
export async function findSubscribedEndpoints(
  tx: Transaction,
  account_id: string,
  types: readonly EventType[],
): Promise<readonly SubscribedEndpoint[]> {
  return tx<SubscribedEndpoint[]>`
    select
      endpoint.id as endpoint_id, endpoint.url, endpoint.events, endpoint.paused_at is not null as is_paused,
      endpoint.secret, endpoint.previous_secret, endpoint.previous_until, endpoint.secret_switches_at
    from webhook_endpoints as endpoint
    where endpoint.account_id = ${account_id}
      and endpoint.deleted_at is null
      and endpoint.suspended_at is null
      and endpoint.events && ${[...types]}::text[]`;
}

/**
 * Writes events of an account and their deliveries to the given endpoints. Deliveries for which the sender of this
 * process has a free slot are leased to it and sent after the commit, without a claim.
 */
export async function emitToEndpoints(
  tx: Transaction,
  account_id: string,
  endpoints: readonly SubscribedEndpoint[],
  events: readonly EventRow[],
): Promise<void> {
  if (events.length === 0) return;
  const sender = findLocalSender(tx);
  const offer = sender?.offerLease([account_id]);
  const deliveries = events.flatMap((event) =>
    endpoints
      .filter((endpoint) => endpoint.events.includes(event.event))
      .map((endpoint) => ({ event, endpoint, lease: leaseOf(event, endpoint, offer) })),
  );
  const leased = deliveries.flatMap((one) => (one.lease ? [leasedDelivery(one, one.lease)] : []));
  if (leased.length > 0) afterCommit(tx, () => sender?.send(leased));
  if (leased.length < deliveries.length) afterCommit(tx, deliveriesWritten.emit);
  afterCommit(tx, () => eventsWritten.emit(account_id));
  await Promise.all([
    insertEvents(tx, account_id, events),
    deliveries.length > 0 && insertDeliveries(tx, account_id, deliveries),
  ]);
}

type Lease = Pick<LeasedDelivery, 'claim_id' | 'sender_id' | 'leased_until'>;
type NewDelivery = { event: EventRow; endpoint: SubscribedEndpoint; lease: Lease | undefined };

/** A row that is leased when it is written has the event id as its claim id. */
function leaseOf(
  event: EventRow,
  endpoint: SubscribedEndpoint,
  offer: LeaseOffer | undefined,
): Lease | undefined {
  if (!offer || endpoint.is_paused || offer.full_accounts.has(event.account_id)) return undefined;
  if (offer.full_endpoints.includes(endpoint.endpoint_id)) return undefined;
  const { sender_id, leased_until } = offer;
  return { claim_id: event.id, sender_id, leased_until: leased_until.toISOString() };
}

function leasedDelivery({ event, endpoint }: NewDelivery, lease: Lease): LeasedDelivery {
  const { account_id, id: event_id, body, traceparent } = event;
  const { events, is_paused, ...target } = endpoint;
  return { ...target, ...lease, account_id, event_id, body, traceparent, attempt: 1, is_single: false };
}

async function insertEvents(tx: Transaction, account_id: string, events: readonly EventRow[]): Promise<void> {
  const rows = events.map(({ id, event, body, created_at }) => ({ id, event, body, created_at }));
  await tx`insert into events ${insertRows(tx, account_id, 'events', rows)}`;
}

/** Writes a log row and a small queue row for each delivery. */
async function insertDeliveries(
  tx: Transaction,
  account_id: string,
  deliveries: readonly NewDelivery[],
): Promise<void> {
  const logged = deliveries.map(({ event, endpoint: { endpoint_id } }) => {
    return { event_id: event.id, endpoint_id, event: event.event, created_at: event.created_at };
  });
  const queued = deliveries.map(({ event, endpoint: { endpoint_id }, lease }) => {
    const { id: event_id, created_at, traceparent } = event;
    const due_at = lease?.leased_until ?? created_at;
    const { claim_id = null, sender_id = null } = lease ?? {};
    return { endpoint_id, event_id, due_at, claim_id, sender_id, traceparent };
  });
  await Promise.all([
    tx`insert into webhook_deliveries ${insertRows(tx, account_id, 'webhook_deliveries', logged)}`,
    tx`insert into webhook_queue ${insertRows(tx, account_id, 'webhook_queue', queued)}`,
  ]);
}

/** The JSON envelope that the specification defines. */
export function eventBody<E extends EventType>(id: string, event: E, data: EventData<E>, now: Date): string {
  return JSON.stringify({ event, event_id: prefixedEventId(id), timestamp: now.toISOString(), data });
}

/** The id of an event as receivers get it. */
export function prefixedEventId(id: string): string {
  return `evt-${id}`;
}
