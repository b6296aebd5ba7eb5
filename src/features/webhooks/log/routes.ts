import { operation, publishToApi } from '../../../doors/credential.ts';
import { groupIntoResources } from '../../../doors/declaration.ts';
import { serveDashboardApi } from '../../../doors/signIn.ts';
import { deliveriesApi, DeliveryDetail, DeliveryFilter, DeliveryPage, DeliveryRef } from './contract.ts';
import { listDeliveries, readDelivery, retryDelivery, sendTestEvent } from './deliveries.ts';
import { listDeliveryViews, readDeliveryView } from './deliveryViews.ts';
import { listEndpointHealth } from './health.ts';
import { sendToAnotherEndpoint } from './resending.ts';
import { readRetryJob, startRetryJob } from './retries.ts';

export const deliveriesDashboardRoutes = serveDashboardApi(deliveriesApi, {
  'GET /deliveries': (ctx, { query }) => listDeliveryViews(ctx, query),
  'GET /delivery': (ctx, { query }) => readDeliveryView(ctx, query),
  'GET /endpoints/health': async (ctx) => ({
    endpoints: await listEndpointHealth(ctx, ctx.sign_in.time_zone),
  }),
  'POST /delivery/retry': (ctx, { query }) => retryDelivery(ctx, query),
  'POST /delivery/resend': (ctx, { query, body }) => sendToAnotherEndpoint(ctx, query, body.endpoint_id),
  'GET /retries': (ctx, { query }) => readRetryJob(ctx, query.retry_id),
  'POST /retries': (ctx, { body }) => startRetryJob(ctx, body),
  'POST /endpoints/test': (ctx, { query, body }) => sendTestEvent(ctx, query.endpoint_id, body.event),
});

const ID = '0198f0c4-7c5e-7a10-9d3e-5b1f6a2c8e40';
const query = { event_id: ID, endpoint_id: '0198f0c4-7c5e-7a10-9d3e-5b1f6a2c8e41' };
const tag = { tag: 'Webhooks' };

export const deliveryRoutes = groupIntoResources(tag, {
  'GET /deliveries': operation({
    operation_id: 'listDeliveries',
    summary: 'List deliveries',
    description: 'Newest first. Deliveries are kept as long as their events.',
    scope: 'manage:webhooks',
    query: DeliveryFilter,
    answer: DeliveryPage,
    example: { query: { state: 'failed' }, known: { attempts: 3, settled_at: '2026-03-02T09:01:12.000Z' } },
    handle: (ctx, { query }) => listDeliveries(ctx, query),
  }),
  'GET /delivery': operation({
    operation_id: 'getDelivery',
    summary: 'Read a delivery and its attempts',
    description: 'Returns the sent body and every attempt.',
    scope: 'manage:webhooks',
    query: DeliveryRef,
    answer: DeliveryDetail,
    errors: ['NOT_FOUND'],
    example: { query, known: { state: 'delivered', settled_at: '2026-03-02T09:00:00.084Z' } },
    handle: (ctx, { query }) => readDelivery(ctx, query),
  }),
  ...publishToApi(deliveriesDashboardRoutes, {
    'POST /delivery/retry': {
      operation_id: 'retryDelivery',
      summary: 'Retry a delivery',
      description:
        'Sends the same event again with a new signature. Returns CONFLICT if the delivery is still being attempted.',
      scope: 'manage:webhooks',
      errors: ['NOT_FOUND', 'CONFLICT'],
      example: { query },
    },
    'GET /retries': {
      operation_id: 'getRetry',
      summary: 'Read the progress of a retry',
      scope: 'manage:webhooks',
      errors: ['NOT_FOUND'],
      example: { query: { retry_id: ID } },
    },
    'POST /retries': {
      operation_id: 'retryDeliveries',
      summary: 'Retry all deliveries that failed since a time',
      description: 'The deliveries are retried in the background, each once.',
      scope: 'manage:webhooks',
      errors: ['NOT_FOUND'],
      example: { body: { since: '2026-03-02T09:00:00.000Z' } },
    },
  }),
});
