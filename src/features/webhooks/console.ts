import { resource, type Resource } from '../../doors/declaration.ts';
import { consoleOperation } from '../../doors/session.ts';
import {
  Endpoint,
  EndpointChanges,
  EndpointList,
  EndpointRef,
  NewEndpoint,
  RevealedSecret,
  Subscribed,
  Unsubscribed,
} from './contract.ts';
import {
  changeEndpoint,
  deleteEndpoint,
  listEndpoints,
  pauseEndpoint,
  readEndpoint,
  resetFailureCount,
  resumeEndpoint,
  revealSecret,
  rotateSecret,
  subscribe,
} from './endpoints.ts';
import { deliveriesConsole } from './log/console.ts';

const TAG = { tag: 'Webhooks' };

const endpoints = resource(
  '/endpoints',
  {
    GET: consoleOperation({
      summary: 'List endpoints',
      role: 'admin',
      answer: EndpointList,
      handle: async (ctx) => ({ endpoints: await listEndpoints(ctx) }),
    }),
    POST: consoleOperation({
      summary: 'Add an endpoint',
      role: 'admin',
      body: NewEndpoint,
      answer: Subscribed,
      status: 201,
      handle: (ctx, { body }) => subscribe(ctx, body),
    }),
    PATCH: consoleOperation({
      summary: 'Change an endpoint',
      role: 'admin',
      query: EndpointRef,
      body: EndpointChanges,
      answer: Endpoint,
      handle: (ctx, { query, body }) => changeEndpoint(ctx, query.endpoint_id, body),
    }),
    DELETE: consoleOperation({
      summary: 'Delete an endpoint',
      role: 'admin',
      query: EndpointRef,
      answer: Unsubscribed,
      handle: (ctx, { query }) => deleteEndpoint(ctx, query.endpoint_id),
    }),
  },
  { tag: 'Webhooks' },
);

const endpoint = resource(
  '/endpoint',
  {
    GET: consoleOperation({
      summary: 'Read an endpoint',
      role: 'admin',
      query: EndpointRef,
      answer: Endpoint,
      handle: (ctx, { query }) => readEndpoint(ctx, query.endpoint_id),
    }),
  },
  { tag: 'Webhooks' },
);

const reveal = consoleOperation({
  summary: 'Reveal the signing secret',
  role: 'admin',
  query: EndpointRef,
  answer: RevealedSecret,
  handle: (ctx, { query }) => revealSecret(ctx, query.endpoint_id),
});
const rotate = consoleOperation({
  summary: 'Replace the signing secret',
  role: 'admin',
  query: EndpointRef,
  answer: RevealedSecret,
  handle: (ctx, { query }) => rotateSecret(ctx, query.endpoint_id),
});
// A reveal is written down, so it is no GET.
const secrets = [
  resource('/endpoints/reveal', { POST: reveal }, TAG),
  resource('/endpoints/rotate', { POST: rotate }, TAG),
];

const switches: Resource[] = [
  switching('/endpoints/pause', 'Let events wait', pauseEndpoint),
  switching('/endpoints/resume', 'Send what waits', resumeEndpoint),
  switching('/endpoints/reset', 'Set the failure count to zero', resetFailureCount),
];

function switching(path: string, summary: string, verb: typeof pauseEndpoint): Resource {
  const POST = consoleOperation({
    summary,
    role: 'admin',
    query: EndpointRef,
    answer: Endpoint,
    handle: (ctx, { query }) => verb(ctx, query.endpoint_id),
  });
  return resource(path, { POST }, TAG);
}

export const webhooksConsole: readonly Resource[] = [
  endpoints,
  endpoint,
  ...secrets,
  ...switches,
  ...deliveriesConsole,
];
