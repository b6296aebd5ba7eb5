import { serve } from '../../doors/signIn.ts';
import { deletionsApi } from './contract.ts';
import { listDeletions, retryDeletion } from './deletions.ts';
import { readDeletionEndpoint, removeDeletionEndpoint, setDeletionEndpoint } from './endpoints.ts';

export const deletionsConsole = serve(deletionsApi, {
  'GET /deletions': (ctx, { query }) => listDeletions(ctx, query),
  'GET /staff/account/deletion-endpoint': (staff, { query }) => readDeletionEndpoint(staff, query.account_id),
  'PUT /staff/account/deletion-endpoint': (staff, { query, body }) =>
    setDeletionEndpoint(staff, query.account_id, body),
  'DELETE /staff/account/deletion-endpoint': (staff, { query }) =>
    removeDeletionEndpoint(staff, query.account_id),
  'POST /deletions/retry': (ctx, { query }) => retryDeletion(ctx, query.session_id),
});
