import type { Context } from '../../../access/context.ts';
import type { EventType } from '../../../events/catalogue.ts';
import { eventBody, deliveriesWritten } from '../../../events/emit.ts';
import { notFound } from '../../../access/notFound.ts';
import { conflict } from '../../../lib/errors.ts';
import { webhookReasons } from '../reasons.ts';
import { idBoundsOf, newId } from '../../../lib/ids.ts';
import { afterCommit, setCommitProof, transaction } from '../../../lib/sql/sql.ts';
import { halfOpenRangeOf } from '../../../lib/time/timestamps.ts';
import type { DeliveryDetail, DeliveryFilter, DeliveryPage, DeliveryRef } from './contract.ts';
import { readEndpoint } from '../endpoints/endpoints.ts';
import * as endpoints from '../endpoints/sql/endpoints.ts';
import * as queries from './sql/log.ts';
import { sampleEventData } from './samples.ts';

export async function listDeliveries(
  { db, account_id }: Context,
  filter: DeliveryFilter,
): Promise<DeliveryPage> {
  const { limit, offset, from, to, ...rest } = filter;
  const { shown, ...ends } = await queries.listDeliveries(db, account_id, {
    ...rest,
    ...idBoundsOf(halfOpenRangeOf({ from, to })),
    limit,
    offset,
  });
  return { deliveries: shown, ...ends, limit, offset };
}

/** Reads a delivery with the result of each attempt. */
export async function readDelivery({ db, account_id }: Context, ref: DeliveryRef): Promise<DeliveryDetail> {
  const delivery = await queries.findDelivery(db, account_id, ref);
  if (!delivery) throw notFound('Delivery');
  return { ...delivery, log: await queries.listAttempts(db, account_id, ref) };
}

/** Queues one more attempt for a delivery that has ended. */
export async function retryDelivery(
  { db, account_id, now }: Context,
  ref: DeliveryRef,
): Promise<{ state: 'pending' }> {
  return transaction(db, async (tx) => {
    const endpoint = await endpoints.lockEndpoint(tx, account_id, ref.endpoint_id);
    const delivery = await queries.lockDelivery(tx, account_id, ref);
    if (!delivery) throw notFound('Delivery');
    if (!endpoint) throw notFound('Endpoint');
    const { state, attempts } = delivery;
    if (state === 'pending') throw conflict('delivery', webhookReasons.delivery_pending);
    await queries.requeueDelivery(tx, account_id, ref, now);
    setCommitProof(tx, (later) => queries.isDeliveryRequeued(later, account_id, ref, { now, attempts }));
    afterCommit(tx, deliveriesWritten.emit);
    return { state: 'pending' };
  });
}

/** Sends a sample event to this endpoint, with one attempt. */
export async function sendTestEvent(
  ctx: Context,
  endpoint_id: string,
  wanted?: EventType,
): Promise<DeliveryRef> {
  const { db, account_id, now } = ctx;
  const { events } = await readEndpoint(ctx, endpoint_id);
  const event = wanted ?? events[0] ?? 'task.created';
  const id = newId(now);
  const body = eventBody(id, event, sampleEventData(event, now), now);
  const sent = { event_id: id, endpoint_id };
  return transaction(db, async (tx) => {
    if (!(await endpoints.lockEndpoint(tx, account_id, endpoint_id))) throw notFound('Endpoint');
    await queries.insertTestDelivery(tx, account_id, { endpoint_id, id, event, body, created_at: now });
    setCommitProof(tx, async (later) => Boolean(await queries.findDelivery(later, account_id, sent)));
    afterCommit(tx, deliveriesWritten.emit);
    return sent;
  });
}
