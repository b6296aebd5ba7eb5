import { newId } from '../lib/ids.ts';
import { createSignal } from '../lib/signal.ts';
import { afterCommit, type Fragment, type Transaction } from '../lib/sql.ts';
import { currentTraceparent } from '../lib/tracing/spans.ts';
import type { EventData, EventType } from './catalogue.ts';
import { tellListeners } from './listeners.ts';
import { findSender, type LeasedDelivery, type Offer } from './localSender.ts';

/** Raised in this process after each commit with deliveries that no sender has leased. */
export const deliveriesWritten = createSignal();

/** An event as it is stored: its body is the exact text that is signed and sent. */
export type EventRow = {
  account_id: string;
  id: string;
  event: EventType;
  body: string;
  created_at: Date;
  /** Kept with its deliveries. */
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
  return emitAll(tx, [eventRow(account_id, event, data, now)]);
}

export function eventRow<E extends EventType>(
  account_id: string,
  event: E,
  data: EventData<E>,
  now: Date,
): EventRow {
  const id = newId(now);
  const traceparent = currentTraceparent();
  return { account_id, id, event, body: bodyOf(id, event, data, now), created_at: now, traceparent };
}

/**
 * The same for several events at once. Deliveries for which the sender of this process has a free place are leased to
 * it and sent after the commit, without being claimed.
 */
export async function emitAll(tx: Transaction, events: readonly EventRow[]): Promise<void> {
  const sender = findSender(tx);
  const offer = sender?.offer(events.map(({ account_id }) => account_id));
  const written = await insertEvents(tx, events, offer);
  const leased = offer ? leasedDeliveries(written, events, offer) : [];
  if (leased.length > 0) afterCommit(tx, () => sender?.send(leased));
  if (leased.length < written.length) afterCommit(tx, deliveriesWritten.raise);
  afterCommit(tx, () => tellListeners(events.map(({ account_id }) => account_id)));
}

type Endpoint = Pick<
  LeasedDelivery,
  'endpoint_id' | 'url' | 'secret' | 'previous_secret' | 'previous_until' | 'secret_switches_at'
>;
type WrittenRow = Endpoint & { event_id: string; is_leased: boolean };

/** A row for each delivery. The claim of one that is leased from the beginning has the id of its event. */
async function insertEvents(
  tx: Transaction,
  events: readonly EventRow[],
  offer: Offer | undefined,
): Promise<WrittenRow[]> {
  const given = givenEvents(tx, events, offer);
  return tx<WrittenRow[]>`
    with stored as (
      insert into events ${given.stored}
    ),
    wanted as (
      select
        event.*,
        endpoint.id as endpoint_id, endpoint.url,
        endpoint.secret, endpoint.previous_secret, endpoint.previous_until, endpoint.secret_switches_at,
        event.leased_until is not null
          and endpoint.paused_at is null
          and endpoint.id <> all (${offer?.full_endpoints ?? []}::uuid[]) as is_leased
      from ${given.offered} as event (account_id, event_id, event, created_at, leased_until, traceparent)
      join webhook_endpoints as endpoint
        on endpoint.account_id = event.account_id
        and endpoint.deleted_at is null
        and endpoint.suspended_at is null
        and event.event = any (endpoint.events)
    ),
    delivery as (
      insert into webhook_deliveries (account_id, event_id, endpoint_id, event, created_at)
      select wanted.account_id, wanted.event_id, wanted.endpoint_id, wanted.event, wanted.created_at
      from wanted
    ),
    queued as (
      insert into webhook_queue (account_id, endpoint_id, event_id, due_at, claim_id, sender_id, traceparent)
      select
        wanted.account_id, wanted.endpoint_id, wanted.event_id,
        case when wanted.is_leased then wanted.leased_until else wanted.created_at end,
        case when wanted.is_leased then wanted.event_id end,
        case when wanted.is_leased then ${offer?.sender_id ?? null}::uuid end,
        wanted.traceparent
      from wanted
    )
    select
      wanted.event_id, wanted.endpoint_id, wanted.is_leased, wanted.url,
      wanted.secret, wanted.previous_secret, wanted.previous_until, wanted.secret_switches_at
    from wanted`;
}

type Given = { stored: Fragment; offered: Fragment };

/**
 * One event as values, which the planner takes for constants; several as arrays, so that one statement serves any
 * number of them.
 */
function givenEvents(tx: Transaction, events: readonly EventRow[], offer: Offer | undefined): Given {
  const untilOf = ({ account_id }: EventRow) =>
    offer && !offer.full_accounts.has(account_id) ? offer.leased_until : null;
  const [one, ...others] = events;
  if (one && others.length === 0) {
    const { traceparent, ...stored } = one;
    const { account_id, id, event, created_at } = stored;
    return {
      stored: tx`${tx(stored)}`,
      offered: tx`
        (values (
          ${account_id}::uuid, ${id}::uuid, ${event}::text, ${created_at}::timestamptz, ${untilOf(one)}::timestamptz,
          ${traceparent}::text
        ))`,
    };
  }
  const column = <K extends keyof EventRow>(name: K) => events.map((row) => row[name]);
  const [accounts, ids, types, times] = [
    tx`${column('account_id')}::uuid[]`,
    tx`${column('id')}::uuid[]`,
    tx`${column('event')}::text[]`,
    tx`${column('created_at')}::timestamptz[]`,
  ];
  return {
    stored: tx`
      (account_id, id, event, body, created_at)
      select *
      from unnest(${accounts}, ${ids}, ${types}, ${column('body')}::text[], ${times})`,
    offered: tx`
      unnest(
        ${accounts}, ${ids}, ${types}, ${times}, ${events.map(untilOf)}::timestamptz[],
        ${column('traceparent')}::text[]
      )`,
  };
}

function leasedDeliveries(
  written: readonly WrittenRow[],
  events: readonly EventRow[],
  { sender_id, leased_until }: Offer,
): LeasedDelivery[] {
  const eventOf = new Map(events.map((event) => [event.id, event]));
  return written.flatMap(({ is_leased, ...row }) => {
    const event = eventOf.get(row.event_id);
    if (!is_leased || !event) return [];
    const { account_id, body, traceparent } = event;
    const lease = { claim_id: event.id, sender_id, leased_until: leased_until.toISOString() };
    return [{ ...row, ...lease, account_id, body, traceparent, attempt: 1, is_single: false }];
  });
}

/** The envelope of the specification. */
export function bodyOf<E extends EventType>(id: string, event: E, data: EventData<E>, now: Date): string {
  return JSON.stringify({ event, event_id: eventIdOf(id), timestamp: now.toISOString(), data });
}

/** The id of an event as receivers get it. */
export function eventIdOf(id: string): string {
  return `evt-${id}`;
}
