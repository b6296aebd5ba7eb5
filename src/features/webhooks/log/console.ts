import { consoleOperation, resource, type Resource } from '../../../access/operation.ts';
import {
  DeliveryDetail,
  DeliveryFilter,
  DeliveryPage,
  DeliveryQueued,
  DeliveryRef,
  EndpointRef,
  NewRetry,
  Retry,
  RetryRef,
  TestEvent,
  TestSent,
} from '../contract.ts';
import { readRetry, retryFailed } from '../retries/retries.ts';
import { listDeliveries, readDelivery, retryDelivery, sendTestEvent } from './deliveries.ts';

const deliveries = resource(
  '/deliveries',
  {
    GET: consoleOperation({
      summary: 'List deliveries',
      role: 'admin',
      query: DeliveryFilter,
      answer: DeliveryPage,
      handle: (ctx, { query }) => listDeliveries(ctx, query),
    }),
  },
  { tag: 'Webhooks' },
);

const delivery = resource(
  '/delivery',
  {
    GET: consoleOperation({
      summary: 'Read a delivery and its attempts',
      role: 'admin',
      query: DeliveryRef,
      answer: DeliveryDetail,
      handle: (ctx, { query }) => readDelivery(ctx, query),
    }),
  },
  { tag: 'Webhooks' },
);

const again = resource(
  '/delivery/retry',
  {
    POST: consoleOperation({
      summary: 'Attempt a delivery once more',
      role: 'admin',
      query: DeliveryRef,
      answer: DeliveryQueued,
      handle: (ctx, { query }) => retryDelivery(ctx, query),
    }),
  },
  { tag: 'Webhooks' },
);

const retries = resource(
  '/retries',
  {
    GET: consoleOperation({
      summary: 'Read how far a retry has come',
      role: 'admin',
      query: RetryRef,
      answer: Retry,
      handle: (ctx, { query }) => readRetry(ctx, query.retry_id),
    }),
    POST: consoleOperation({
      summary: 'Retry all that failed since a time',
      role: 'admin',
      body: NewRetry,
      answer: Retry,
      status: 201,
      handle: (ctx, { body }) => retryFailed(ctx, body),
    }),
  },
  { tag: 'Webhooks' },
);

const test = resource(
  '/endpoints/test',
  {
    POST: consoleOperation({
      summary: 'Send a test event',
      role: 'admin',
      query: EndpointRef,
      body: TestEvent,
      answer: TestSent,
      status: 201,
      handle: (ctx, { query, body }) => sendTestEvent(ctx, query.endpoint_id, body.event),
    }),
  },
  { tag: 'Webhooks' },
);

export const deliveriesConsole: readonly Resource[] = [deliveries, delivery, again, retries, test];
