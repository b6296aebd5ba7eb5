import { serve } from '../../../doors/signIn.ts';
import { deliveriesApi } from './contract.ts';
import { readRetry, retryFailed } from './retries.ts';
import { resendDelivery } from './resending.ts';
import { retryDelivery, sendTestEvent } from './deliveries.ts';
import { listHealth } from './health.ts';
import { listDeliveryViews, readDeliveryView } from './deliveryViews.ts';

export const deliveriesConsole = serve(deliveriesApi, {
  'GET /deliveries': (ctx, { query }) => listDeliveryViews(ctx, query),
  'GET /delivery': (ctx, { query }) => readDeliveryView(ctx, query),
  'GET /endpoints/health': async (ctx) => ({ endpoints: await listHealth(ctx, ctx.sign_in.time_zone) }),
  'POST /delivery/retry': (ctx, { query }) => retryDelivery(ctx, query),
  'POST /delivery/resend': (ctx, { query, body }) => resendDelivery(ctx, query, body.endpoint_id),
  'GET /retries': (ctx, { query }) => readRetry(ctx, query.retry_id),
  'POST /retries': (ctx, { body }) => retryFailed(ctx, body),
  'POST /endpoints/test': (ctx, { query, body }) => sendTestEvent(ctx, query.endpoint_id, body.event),
});
