import { serve } from '../../../doors/signIn.ts';
import { webhooksApi } from './contract.ts';
import {
  changeEndpoint,
  deleteEndpoint,
  listEndpoints,
  pauseEndpoint,
  resetFailureCount,
  resumeEndpoint,
  subscribe,
} from './endpoints.ts';
import { cancelRotation, revealSecret, rotateEndpointSecret, switchSecret } from './secrets.ts';
import { readEndpointView, addStatus } from './status.ts';

export const webhooksConsole = serve(webhooksApi, {
  'GET /endpoints': async (ctx) => ({ endpoints: await addStatus(ctx, await listEndpoints(ctx)) }),
  'POST /endpoints': (ctx, { body }) => subscribe(ctx, body),
  'PATCH /endpoints': (ctx, { query, body }) => changeEndpoint(ctx, query.endpoint_id, body),
  'DELETE /endpoints': (ctx, { query }) => deleteEndpoint(ctx, query.endpoint_id),
  'GET /endpoint': (ctx, { query }) => readEndpointView(ctx, query.endpoint_id),
  'POST /endpoints/reveal': (ctx, { query }) => revealSecret(ctx, query.endpoint_id),
  'POST /endpoints/rotate': (ctx, { query, body }) => rotateEndpointSecret(ctx, query.endpoint_id, body),
  'DELETE /endpoints/rotate': (ctx, { query }) => cancelRotation(ctx, query.endpoint_id),
  'POST /endpoints/switch': (ctx, { query }) => switchSecret(ctx, query.endpoint_id),
  'POST /endpoints/pause': (ctx, { query }) => pauseEndpoint(ctx, query.endpoint_id),
  'POST /endpoints/resume': (ctx, { query }) => resumeEndpoint(ctx, query.endpoint_id),
  'POST /endpoints/reset': (ctx, { query }) => resetFailureCount(ctx, query.endpoint_id),
});
