import { serve } from '../../../doors/signIn.ts';
import { inboxesApi } from './contract.ts';
import { listArrivals, makeInbox, readArrival } from './inboxes.ts';

export const inboxesConsole = serve(inboxesApi, {
  'POST /inboxes': (ctx, { body }) => makeInbox(ctx, body),
  'GET /inbox': async (ctx, { query }) => ({ arrivals: await listArrivals(ctx, query.endpoint_id) }),
  'GET /inbox/arrival': (ctx, { query }) => readArrival(ctx, query),
});
