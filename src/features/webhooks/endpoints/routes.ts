import { limitSentence } from '../../../access/limits/table.ts';
import { operation, publishToApi } from '../../../doors/credential.ts';
import { groupIntoResources } from '../../../doors/declaration.ts';
import { serveDashboardApi } from '../../../doors/signIn.ts';
import { listEndpointHealth } from '../log/health.ts';
import { deliveriesDashboardRoutes } from '../log/routes.ts';
import {
  Endpoint,
  EndpointChanges,
  EndpointCheck,
  EndpointFilter,
  EndpointPage,
  EndpointRef,
  NewEndpoint,
  SubscribeAnswer,
  UnsubscribeAnswer,
  webhooksApi,
} from './contract.ts';
import {
  changeEndpoint,
  checkEndpoint,
  deleteEndpoint,
  pauseEndpoint,
  readEndpoint,
  resetFailureCount,
  resumeEndpoint,
  subscribeEndpoint,
} from './endpoints.ts';
import {
  cancelSecretRotation,
  revealEndpointSecret,
  rotateEndpointSecret,
  switchToScheduledSecret,
} from './secrets.ts';
import { listEndpointPage, readEndpointView } from './status.ts';

export const webhooksDashboardRoutes = serveDashboardApi(webhooksApi, {
  'GET /endpoints': (ctx, { query }) => listEndpointPage(ctx, query),
  'POST /endpoints': (ctx, { body }) => subscribeEndpoint(ctx, body),
  'PATCH /endpoints': (ctx, { query, body: { expected, ...changes } }) =>
    changeEndpoint(ctx, query.endpoint_id, changes, expected),
  'DELETE /endpoints': (ctx, { query }) => deleteEndpoint(ctx, query.endpoint_id),
  'GET /endpoint': (ctx, { query }) => readEndpointView(ctx, query.endpoint_id),
  'POST /endpoints/reveal': (ctx, { query }) => revealEndpointSecret(ctx, query.endpoint_id),
  'POST /endpoints/rotate': (ctx, { query, body }) => rotateEndpointSecret(ctx, query.endpoint_id, body),
  'DELETE /endpoints/rotate': (ctx, { query }) => cancelSecretRotation(ctx, query.endpoint_id),
  'POST /endpoints/switch': (ctx, { query }) => switchToScheduledSecret(ctx, query.endpoint_id),
  'POST /endpoints/pause': (ctx, { query }) => pauseEndpoint(ctx, query.endpoint_id),
  'POST /endpoints/resume': (ctx, { query }) => resumeEndpoint(ctx, query.endpoint_id),
  'POST /endpoints/reset': (ctx, { query }) => resetFailureCount(ctx, query.endpoint_id),
});

const query = { endpoint_id: '0198f0c4-7c5e-7a10-9d3e-5b1f6a2c8e40' };
const tag = { tag: 'Webhooks' };

export const webhookRoutes = groupIntoResources(
  { ...tag, about: 'Endpoints receive signed events as soon as the events happen.' },
  {
    'POST /webhook-subscribe': operation({
      operation_id: 'subscribeWebhook',
      summary: 'Subscribe an endpoint to events',
      description:
        'The response does not contain the signing secret. The dashboard shows it, and the response to a ' +
        'replacement contains the new one. ' +
        limitSentence('endpoints'),
      scope: 'manage:webhooks',
      body: NewEndpoint,
      answer: SubscribeAnswer,
      status: 201,
      example: { body: { url: 'https://example.com/hooks', events: ['task.created', 'task.completed'] } },
      handle: (ctx, { body }) => subscribeEndpoint(ctx, body),
    }),
    'GET /webhook-subscribe': operation({
      operation_id: 'checkWebhook',
      summary: 'Check an endpoint',
      description: 'Returns whether the endpoint exists and, if it does, its URL and its events.',
      scope: 'manage:webhooks',
      query: EndpointRef,
      answer: EndpointCheck,
      example: { query },
      handle: (ctx, { query }) => checkEndpoint(ctx, query.endpoint_id),
    }),
    'DELETE /webhook-subscribe': operation({
      operation_id: 'unsubscribeWebhook',
      summary: 'Unsubscribe an endpoint',
      description: 'Waiting deliveries to the endpoint are cancelled.',
      scope: 'manage:webhooks',
      query: EndpointRef,
      answer: UnsubscribeAnswer,
      errors: ['NOT_FOUND'],
      example: { query },
      handle: (ctx, { query }) => deleteEndpoint(ctx, query.endpoint_id),
    }),
  },
);

/** All operations on endpoints except those of `/webhook-subscribe`. */
export const endpointRoutes = groupIntoResources(tag, {
  'GET /endpoints': operation({
    operation_id: 'listWebhooks',
    summary: 'List endpoints',
    description:
      'Newest first unless `sort` is set, without endpoints that an app or an automation platform manages.',
    scope: 'manage:webhooks',
    query: EndpointFilter,
    answer: EndpointPage,
    handle: async (ctx, { query }) => {
      const { endpoints, ...page } = await listEndpointPage(ctx, query);
      return { endpoints: endpoints.map(({ recent: _, ...endpoint }) => endpoint), ...page };
    },
  }),
  'GET /endpoint': operation({
    operation_id: 'getWebhook',
    summary: 'Read an endpoint',
    scope: 'manage:webhooks',
    query: EndpointRef,
    answer: Endpoint,
    errors: ['NOT_FOUND'],
    example: { query },
    handle: (ctx, { query }) => readEndpoint(ctx, query.endpoint_id),
  }),
  ...publishToApi(webhooksDashboardRoutes, {
    'PATCH /endpoints': {
      operation_id: 'updateWebhook',
      summary: 'Change an endpoint',
      description: 'Only the members in the request change. A new URL also applies to waiting deliveries.',
      scope: 'manage:webhooks',
      body: EndpointChanges,
      errors: ['NOT_FOUND'],
      example: { query, body: { events: ['task.completed'] } },
    },
    'POST /endpoints/rotate': {
      operation_id: 'rotateWebhookSecret',
      summary: 'Replace the signing secret of an endpoint',
      description:
        'Only this response contains the new secret. The service signs `X-Webhook-Signature` with it ' +
        'immediately, or from `switches_at`. The headers of Standard Webhooks carry a signature of each ' +
        'secret until a day after the switch. 409 if a new secret is already scheduled. An app can ' +
        'replace only the secrets of endpoints that it subscribed.',
      scope: 'manage:webhooks',
      is_secret: true,
      errors: ['NOT_FOUND', 'CONFLICT'],
      example: { query, body: { switches_at: '2026-03-09T09:00:00.000Z' } },
    },
    'DELETE /endpoints/rotate': {
      operation_id: 'cancelWebhookRotation',
      summary: 'Cancel a scheduled signing secret',
      description:
        'Deletes the scheduled secret. The current secret stays in use. 409 if no secret is scheduled.',
      scope: 'manage:webhooks',
      errors: ['NOT_FOUND', 'CONFLICT'],
      example: { query },
    },
    'POST /endpoints/switch': {
      operation_id: 'switchWebhookSecret',
      summary: 'Use a scheduled signing secret now',
      description:
        'The scheduled secret takes effect immediately instead of at `switches_at`. Nothing changes if ' +
        'no secret is scheduled.',
      scope: 'manage:webhooks',
      errors: ['NOT_FOUND'],
      example: { query },
    },
    'POST /endpoints/pause': {
      operation_id: 'pauseWebhook',
      summary: 'Pause an endpoint',
      description: 'Deliveries to the endpoint wait until it is resumed.',
      scope: 'manage:webhooks',
      errors: ['NOT_FOUND'],
      example: { query, known: { paused_at: '2026-03-02T09:00:00.000Z' } },
    },
    'POST /endpoints/resume': {
      operation_id: 'resumeWebhook',
      summary: 'Resume an endpoint',
      scope: 'manage:webhooks',
      errors: ['NOT_FOUND'],
      example: { query },
    },
    'POST /endpoints/reset': {
      operation_id: 'resetWebhookFailures',
      summary: 'Set the failure count of an endpoint to zero',
      scope: 'manage:webhooks',
      errors: ['NOT_FOUND'],
      example: { query },
    },
  }),
  ...publishToApi(deliveriesDashboardRoutes, {
    'GET /endpoints/health': {
      operation_id: 'listWebhookHealth',
      summary: 'Read the delivery results of the last week',
      scope: 'manage:webhooks',
      handle: async (ctx) => ({ endpoints: await listEndpointHealth(ctx) }),
    },
    'POST /endpoints/test': {
      operation_id: 'sendTestEvent',
      summary: 'Send a test event to an endpoint',
      description: 'Sends a signed sample event in one attempt. The delivery contains the result.',
      scope: 'manage:webhooks',
      errors: ['NOT_FOUND'],
      example: { query, body: { event: 'task.created' } },
    },
  }),
});
