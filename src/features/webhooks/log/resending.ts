import type { Context } from '../../../access/context.ts';
import { recordAudit } from '../../../audit/audit.ts';
import { deliveriesWritten } from '../../../events/emit.ts';
import { notFound } from '../../../access/notFound.ts';
import { badRequest, conflict } from '../../../lib/errors.ts';
import { webhookReasons } from '../reasons.ts';
import { afterCommit, transaction } from '../../../lib/sql/sql.ts';
import * as endpoints from '../endpoints/sql/endpoints.ts';
import * as queries from './sql/resending.ts';
import type { DeliveryRef } from './contract.ts';

/**
 * Sends the event to another endpoint with a single attempt. The event id and the body stay the same; the secret of the
 * other endpoint signs them. A paused endpoint is rejected, because the delivery would wait until the endpoint is
 * resumed.
 */
export async function sendToAnotherEndpoint(
  ctx: Context,
  ref: DeliveryRef,
  endpoint_id: string,
): Promise<DeliveryRef> {
  const { db, account_id, now } = ctx;
  if (endpoint_id === ref.endpoint_id) throw badRequest('endpoint_id', webhookReasons.own_endpoint);
  const sent = { event_id: ref.event_id, endpoint_id };
  return transaction(db, async (tx) => {
    const target = await endpoints.lockEndpoint(tx, account_id, endpoint_id);
    if (!target || target.is_managed) throw notFound('Endpoint');
    if (target.paused_at !== null) throw conflict('endpoint_id', webhookReasons.endpoint_paused);
    const event = await queries.findSentEvent(tx, account_id, ref);
    if (!event) throw notFound('Delivery');
    if (!(await queries.insertResentDelivery(tx, account_id, { ...sent, ...event }, now)))
      throw conflict('endpoint_id', webhookReasons.endpoint_has_event);
    await recordAudit(tx, ctx, {
      action: 'endpoint.event_resent',
      target_id: endpoint_id,
      details: { event_id: ref.event_id, from: ref.endpoint_id },
    });
    afterCommit(tx, deliveriesWritten.emit);
    return sent;
  });
}
