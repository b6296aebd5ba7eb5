import { operation } from '../../../doors/credential.ts';
import { resource, type Resource } from '../../../doors/declaration.ts';
import { readRetry, retryFailed } from './retries.ts';
import {
  DeliveryDetail,
  DeliveryFilter,
  DeliveryPage,
  DeliveryQueued,
  DeliveryRef,
  NewRetry,
  Retry,
  RetryRef,
} from './contract.ts';
import { listDeliveries, readDelivery, retryDelivery } from './deliveries.ts';

const ID = '0198f0c4-7c5e-7a10-9d3e-5b1f6a2c8e40';
const query = { event_id: ID, endpoint_id: '0198f0c4-7c5e-7a10-9d3e-5b1f6a2c8e41' };
const tag = { tag: 'Webhooks' };

const all = resource(
  '/deliveries',
  {
    GET: operation({
      operation_id: 'listDeliveries',
      summary: 'List deliveries',
      description: 'Newest first. They are kept as long as their events.',
      scope: 'manage:webhooks',
      query: DeliveryFilter,
      answer: DeliveryPage,
      example: { query: { state: 'failed' }, known: { attempts: 3, settled_at: '2026-03-02T09:01:12.000Z' } },
      handle: (ctx, { query }) => listDeliveries(ctx, query),
    }),
  },
  tag,
);

const one = resource(
  '/delivery',
  {
    GET: operation({
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
  },
  tag,
);

const retry = resource(
  '/delivery/retry',
  {
    POST: operation({
      operation_id: 'retryDelivery',
      summary: 'Retry a delivery',
      description:
        'Sends the same event again with a new signature. Returns CONFLICT if the delivery is still being attempted.',
      scope: 'manage:webhooks',
      query: DeliveryRef,
      answer: DeliveryQueued,
      errors: ['NOT_FOUND', 'CONFLICT'],
      example: { query },
      handle: (ctx, { query }) => retryDelivery(ctx, query),
    }),
  },
  tag,
);

const retries = resource(
  '/retries',
  {
    GET: operation({
      operation_id: 'getRetry',
      summary: 'Read the progress of a retry',
      scope: 'manage:webhooks',
      query: RetryRef,
      answer: Retry,
      errors: ['NOT_FOUND'],
      example: { query: { retry_id: ID } },
      handle: (ctx, { query }) => readRetry(ctx, query.retry_id),
    }),
    POST: operation({
      operation_id: 'retryDeliveries',
      summary: 'Retry all deliveries that failed since a time',
      description: 'They are attempted in the background, each once.',
      scope: 'manage:webhooks',
      body: NewRetry,
      answer: Retry,
      status: 201,
      errors: ['NOT_FOUND'],
      example: { body: { since: '2026-03-02T09:00:00.000Z' } },
      handle: (ctx, { body }) => retryFailed(ctx, body),
    }),
  },
  tag,
);

export const deliveryRoutes: readonly Resource[] = [all, one, retry, retries];
