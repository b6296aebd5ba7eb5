import type { Context } from '../../../access/context.ts';
import type { DeliveryFilter, DeliveryRef, DeliveryRows, DeliveryShown } from './contract.ts';
import * as queries from './sql/evidence.ts';
import { listDeliveries, readDelivery } from './deliveries.ts';

/** A delivery with what was sent by every attempt and what came back. */
export async function readDeliveryView(ctx: Context, ref: DeliveryRef): Promise<DeliveryShown> {
  // A state is written with its evidence: read the other way round, one that ended would have none.
  const delivery = await readDelivery(ctx, ref);
  const [evidence, endpoint_name] = await Promise.all([
    queries.listEvidence(ctx.db, ctx.account_id, ref),
    queries.findEndpointName(ctx.db, ctx.account_id, ref),
  ]);
  return { ...delivery, endpoint_name, evidence };
}

/** The list with how the last attempt of each ended. */
export async function listDeliveryViews(ctx: Context, filter: DeliveryFilter): Promise<DeliveryRows> {
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
