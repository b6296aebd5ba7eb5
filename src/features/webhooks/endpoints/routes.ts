import { operation } from '../../../doors/credential.ts';
import { resource, type Resource } from '../../../doors/declaration.ts';
import { pageIn } from '../../../lib/sql/paging.ts';
import {
  Endpoint,
  EndpointChanges,
  EndpointFilter,
  EndpointPage,
  EndpointRef,
  RotatedSecret,
  Rotation,
} from './contract.ts';
import {
  changeEndpoint,
  listEndpoints,
  pauseEndpoint,
  readEndpoint,
  resetFailureCount,
  resumeEndpoint,
} from './endpoints.ts';
import { HealthList, TestEvent, TestSent } from '../log/contract.ts';
import { cancelRotation, rotateEndpointSecret, switchSecret } from './secrets.ts';
import { sendTestEvent } from '../log/deliveries.ts';
import { listHealth } from '../log/health.ts';

const query = { endpoint_id: '0198f0c4-7c5e-7a10-9d3e-5b1f6a2c8e40' };
const tag = { tag: 'Webhooks' };

const all = resource(
  '/endpoints',
  {
    GET: operation({
      operation_id: 'listWebhooks',
      summary: 'List endpoints',
      description: 'Newest first, without those that apps and automation platforms manage.',
      scope: 'manage:webhooks',
      query: EndpointFilter,
      answer: EndpointPage,
      handle: async (ctx, { query }) => {
        const { shown: endpoints, ...page } = pageIn(await listEndpoints(ctx), query);
        return { endpoints, ...page };
      },
    }),
    PATCH: operation({
      operation_id: 'updateWebhook',
      summary: 'Change an endpoint',
      description: 'Only the members that are sent change. A new URL also counts for deliveries that wait.',
      scope: 'manage:webhooks',
      query: EndpointRef,
      body: EndpointChanges,
      answer: Endpoint,
      errors: ['NOT_FOUND'],
      example: { query, body: { events: ['task.completed'] } },
      handle: (ctx, { query, body }) => changeEndpoint(ctx, query.endpoint_id, body),
    }),
  },
  tag,
);

const one = resource(
  '/endpoint',
  {
    GET: operation({
      operation_id: 'getWebhook',
      summary: 'Read an endpoint',
      scope: 'manage:webhooks',
      query: EndpointRef,
      answer: Endpoint,
      errors: ['NOT_FOUND'],
      example: { query },
      handle: (ctx, { query }) => readEndpoint(ctx, query.endpoint_id),
    }),
  },
  tag,
);

const rotate = resource(
  '/endpoints/rotate',
  {
    POST: operation({
      operation_id: 'rotateWebhookSecret',
      summary: 'Replace the signing secret of an endpoint',
      description:
        'The answer alone holds the new secret. `X-Webhook-Signature` is made with it at once, or from `switches_at` ' +
        'on; the headers of Standard Webhooks carry both until a day later. While a new secret waits, there is no ' +
        'other: 409. An app replaces only secrets of endpoints that it subscribed.',
      scope: 'manage:webhooks',
      query: EndpointRef,
      body: Rotation,
      answer: RotatedSecret,
      is_secret: true,
      errors: ['NOT_FOUND', 'CONFLICT'],
      example: { query, body: { switches_at: '2026-03-09T09:00:00.000Z' } },
      handle: (ctx, { query, body }) => rotateEndpointSecret(ctx, query.endpoint_id, body),
    }),
    DELETE: operation({
      operation_id: 'cancelWebhookRotation',
      summary: 'Cancel a scheduled signing secret',
      description: 'It is forgotten, and the one that signs goes on. 409 if none waits.',
      scope: 'manage:webhooks',
      query: EndpointRef,
      answer: Endpoint,
      errors: ['NOT_FOUND', 'CONFLICT'],
      example: { query },
      handle: (ctx, { query }) => cancelRotation(ctx, query.endpoint_id),
    }),
  },
  tag,
);

const switched = resource(
  '/endpoints/switch',
  {
    POST: operation({
      operation_id: 'switchWebhookSecret',
      summary: 'Use a scheduled signing secret now',
      description: 'At once, in place of the time that was chosen. Nothing changes if none waits.',
      scope: 'manage:webhooks',
      query: EndpointRef,
      answer: Endpoint,
      errors: ['NOT_FOUND'],
      example: { query },
      handle: (ctx, { query }) => switchSecret(ctx, query.endpoint_id),
    }),
  },
  tag,
);

const pause = resource(
  '/endpoints/pause',
  {
    POST: operation({
      operation_id: 'pauseWebhook',
      summary: 'Pause an endpoint',
      description: 'They are sent when the endpoint is resumed.',
      scope: 'manage:webhooks',
      query: EndpointRef,
      answer: Endpoint,
      errors: ['NOT_FOUND'],
      example: { query, known: { paused_at: '2026-03-02T09:00:00.000Z' } },
      handle: (ctx, { query }) => pauseEndpoint(ctx, query.endpoint_id),
    }),
  },
  tag,
);

const resume = resource(
  '/endpoints/resume',
  {
    POST: operation({
      operation_id: 'resumeWebhook',
      summary: 'Resume an endpoint',
      scope: 'manage:webhooks',
      query: EndpointRef,
      answer: Endpoint,
      errors: ['NOT_FOUND'],
      example: { query },
      handle: (ctx, { query }) => resumeEndpoint(ctx, query.endpoint_id),
    }),
  },
  tag,
);

const reset = resource(
  '/endpoints/reset',
  {
    POST: operation({
      operation_id: 'resetWebhookFailures',
      summary: 'Set the failure count of an endpoint to zero',
      scope: 'manage:webhooks',
      query: EndpointRef,
      answer: Endpoint,
      errors: ['NOT_FOUND'],
      example: { query },
      handle: (ctx, { query }) => resetFailureCount(ctx, query.endpoint_id),
    }),
  },
  tag,
);

const health = resource(
  '/endpoints/health',
  {
    GET: operation({
      operation_id: 'listWebhookHealth',
      summary: 'Read the delivery results of the last week',
      scope: 'manage:webhooks',
      answer: HealthList,
      handle: async (ctx) => ({ endpoints: await listHealth(ctx) }),
    }),
  },
  tag,
);

const test = resource(
  '/endpoints/test',
  {
    POST: operation({
      operation_id: 'sendTestEvent',
      summary: 'Send a test event to an endpoint',
      description: 'A signed sample of the event, in one attempt; its delivery tells what came of it.',
      scope: 'manage:webhooks',
      query: EndpointRef,
      body: TestEvent,
      answer: TestSent,
      status: 201,
      errors: ['NOT_FOUND'],
      example: { query, body: { event: 'task.created' } },
      handle: (ctx, { query, body }) => sendTestEvent(ctx, query.endpoint_id, body.event),
    }),
  },
  tag,
);

/** Operations on endpoints beside subscribing. */
export const endpointRoutes: readonly Resource[] = [
  all,
  one,
  rotate,
  switched,
  pause,
  resume,
  reset,
  health,
  test,
];
