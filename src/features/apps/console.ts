import { serve } from '../../doors/signIn.ts';
import {
  changeApp,
  deleteApp,
  listApps,
  listConnectedAccounts,
  listReviews,
  readApp,
  registerApp,
  rotateAppSecret,
  submitApp,
} from './apps.ts';
import { appsApi } from './contract.ts';

export const appsConsole = serve(appsApi, {
  'GET /apps': (ctx) => listApps(ctx),
  'POST /apps': (ctx, { body }) => registerApp(ctx, body),
  'PATCH /apps': (ctx, { query, body }) => changeApp(ctx, query.client_id, body),
  'DELETE /apps': (ctx, { query }) => deleteApp(ctx, query.client_id),
  'GET /app': (ctx, { query }) => readApp(ctx, query.client_id),
  'GET /app/connections': async (ctx, { query }) => ({
    connections: await listConnectedAccounts(ctx, query.client_id),
  }),
  'POST /apps/secret': (ctx, { query }) => rotateAppSecret(ctx, query.client_id),
  'GET /apps/review': async (ctx, { query }) => ({ reviews: await listReviews(ctx, query.client_id) }),
  'POST /apps/review': (ctx, { query }) => submitApp(ctx, query.client_id),
});
