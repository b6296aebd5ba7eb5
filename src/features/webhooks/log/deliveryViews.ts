import type { Context } from '../../../access/context.ts';
import type { DeliveryFilter, DeliveryRef, DeliveryRowPage, DeliveryView } from './contract.ts';
import * as queries from './sql/evidence.ts';
import { listDeliveries, readDelivery } from './deliveries.ts';

/** Reads a delivery with the request and response headers of each attempt. */
export async function readDeliveryView(ctx: Context, ref: DeliveryRef): Promise<DeliveryView> {
  // The delivery must be read before its evidence: a sender writes both in one transaction, so in the reverse order, a
  // delivery that ends in between would have no evidence.
  const delivery = await readDelivery(ctx, ref);
  const [evidence, endpoint_name] = await Promise.all([
    queries.listDeliveryEvidence(ctx.db, ctx.account_id, ref),
    queries.findEndpointName(ctx.db, ctx.account_id, ref),
  ]);
  return { ...delivery, endpoint_name, evidence };
}

/** Lists deliveries with the result of their last attempt. */
export async function listDeliveryViews(ctx: Context, filter: DeliveryFilter): Promise<DeliveryRowPage> {
  const { deliveries, ...page } = await listDeliveries(ctx, filter);
  const found = await queries.listLastAttempts(ctx.db, ctx.account_id, deliveries);
  const last = new Map(
    found.map(({ event_id, endpoint_id, ...attempt }) => [`${event_id} ${endpoint_id}`, attempt]),
  );
  return {
    ...page,
    deliveries: deliveries.map((delivery) => ({
      ...delivery,
      last: last.get(`${delivery.event_id} ${delivery.endpoint_id}`) ?? null,
    })),
  };
}
