import { limitSentence } from '../../../access/limits/table.ts';
import { operation } from '../../../doors/credential.ts';
import { resource } from '../../../doors/declaration.ts';
import { EndpointCheck, EndpointRef, NewEndpoint, Subscribed, Unsubscribed } from './contract.ts';
import { checkEndpoint, deleteEndpoint, subscribe } from './endpoints.ts';

const EXAMPLE_ID = '0198f0c4-7c5e-7a10-9d3e-5b1f6a2c8e40';

export const webhookRoutes = resource(
  '/webhook-subscribe',
  {
    POST: operation({
      operation_id: 'subscribeWebhook',
      summary: 'Subscribe an endpoint to events',
      description: `The signing secret is not in the answer: it is shown in the dashboard, and when it is replaced. ${limitSentence('endpoints')}`,
      scope: 'manage:webhooks',
      body: NewEndpoint,
      answer: Subscribed,
      status: 201,
      example: { body: { url: 'https://example.com/hooks', events: ['task.created', 'task.completed'] } },
      handle: (ctx, { body }) => subscribe(ctx, body),
    }),
    GET: operation({
      operation_id: 'checkWebhook',
      summary: 'Check an endpoint',
      description: 'Says whether the endpoint exists, and if so where it is and which events it gets.',
      scope: 'manage:webhooks',
      query: EndpointRef,
      answer: EndpointCheck,
      example: { query: { endpoint_id: EXAMPLE_ID } },
      handle: (ctx, { query }) => checkEndpoint(ctx, query.endpoint_id),
    }),
    DELETE: operation({
      operation_id: 'unsubscribeWebhook',
      summary: 'Unsubscribe an endpoint',
      description: 'Deliveries that still wait for it are cancelled.',
      scope: 'manage:webhooks',
      query: EndpointRef,
      answer: Unsubscribed,
      errors: ['NOT_FOUND'],
      example: { query: { endpoint_id: EXAMPLE_ID } },
      handle: (ctx, { query }) => deleteEndpoint(ctx, query.endpoint_id),
    }),
  },
  { tag: 'Webhooks', about: 'Endpoints that events are sent to, signed, as soon as they have happened.' },
);
