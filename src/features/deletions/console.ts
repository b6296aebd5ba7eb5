import { serve } from '../../doors/signIn.ts';
import { deletionsApi } from './contract.ts';
import { listDeletions, retryDeletion } from './deletions.ts';

export const deletionsConsole = serve(deletionsApi, {
  'GET /deletions': (ctx, { query }) => listDeletions(ctx, query),
  'POST /deletions/retry': (ctx, { query }) => retryDeletion(ctx, query.session_id),
});
