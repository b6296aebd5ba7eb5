import { serve } from '../../doors/signIn.ts';
import { disconnectApp, listConnections } from './connections.ts';
import { connectionsApi } from './contract.ts';

export const connectionsConsole = serve(connectionsApi, {
  'GET /connections': (ctx) => listConnections(ctx),
  'DELETE /connections': (ctx, { query }) => disconnectApp(ctx, query.client_id),
});
