import { resource, type Resource } from '../../../doors/declaration.ts';
import { consoleOperation } from '../../../doors/session.ts';
import {
  DeliveryFilter,
  DeliveryPage,
  DeliveryQueued,
  DeliveryRef,
  DeliveryShown,
  EndpointRef,
  HealthList,
  NewRetry,
  Retry,
  RetryRef,
  TestEvent,
  TestSent,
} from '../contract.ts';
import { readRetry, retryFailed } from '../retries.ts';
import { listDeliveries, retryDelivery, sendTestEvent } from './deliveries.ts';
import { listHealth } from './health.ts';
import { showDelivery } from './sent.ts';

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
      answer: DeliveryShown,
      handle: (ctx, { query }) => showDelivery(ctx, query),
    }),
  },
  { tag: 'Webhooks' },
);

const health = resource(
  '/endpoints/health',
  {
    GET: consoleOperation({
      summary: 'Say how the endpoints did in the last week',
      role: 'admin',
      answer: HealthList,
      handle: async (ctx) => ({ endpoints: await listHealth(ctx) }),
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

export const deliveriesConsole: readonly Resource[] = [deliveries, delivery, health, again, retries, test];
