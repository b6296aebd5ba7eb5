import { serve } from '../../doors/session.ts';
import { deletionsApi } from './contract.ts';
import { listDeletions, retryDeletion } from './deletions.ts';

export const deletionsConsole = serve(deletionsApi, {
  'GET /deletions': (ctx, { query }) => listDeletions(ctx, query),
  'POST /deletions/retry': (ctx, { query }) => retryDeletion(ctx, query.session_id),
});
