import { serve } from '../../doors/signIn.ts';
import { requestsApi } from './contract.ts';
import { listRequests, readRequest, readSeries } from './requests.ts';

export const requestsConsole = serve(requestsApi, {
  'GET /requests': (ctx, { query }) => listRequests(ctx, query),
  'GET /request': (ctx, { query }) => readRequest(ctx, query.id),
  'GET /requests/series': (ctx, { query }) => readSeries(ctx, query),
});
