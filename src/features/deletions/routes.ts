import { operation } from '../../doors/credential.ts';
import { groupIntoResources } from '../../doors/declaration.ts';
import { serveDashboardApi } from '../../doors/signIn.ts';
import {
  DeletionFilter,
  DeletionRef,
  deletionsApi,
  SessionDeletion,
  SessionDeletionPage,
} from './contract.ts';
import { listDeletions, listSessionDeletions, readSessionDeletion, retryDeletion } from './deletions.ts';
import { readDeletionEndpoint, removeDeletionEndpoint, setDeletionEndpoint } from './endpoints.ts';

export const deletionsDashboardRoutes = serveDashboardApi(deletionsApi, {
  'GET /deletions': (ctx, { query }) => listDeletions(ctx, query),
  'GET /staff/account/deletion-endpoint': (staff, { query }) => readDeletionEndpoint(staff, query.account_id),
  'PUT /staff/account/deletion-endpoint': (staff, { query, body }) =>
    setDeletionEndpoint(staff, query.account_id, body),
  'DELETE /staff/account/deletion-endpoint': (staff, { query }) =>
    removeDeletionEndpoint(staff, query.account_id),
  'POST /deletions/retry': (ctx, { query }) => retryDeletion(ctx, query.session_id),
});

const tag = { tag: 'Sessions' };

/** Operations that are not in the original API contract, so they have paths of their own. */
export const deletionRoutes = groupIntoResources(tag, {
  'GET /deletions': operation({
    operation_id: 'listDeletions',
    summary: 'List deletions of sessions',
    description:
      'Latest deletion first. `state` shows whether the training app has deleted the session, too.',
    scope: 'read:sessions',
    query: DeletionFilter,
    answer: SessionDeletionPage,
    example: { query: { state: 'queued' } },
    handle: (ctx, { query }) => listSessionDeletions(ctx, query),
  }),
  'GET /deletion': operation({
    operation_id: 'getDeletion',
    summary: 'Read the state of a deletion',
    description: 'The state of the deletion of one session. 404 for a session that was not deleted.',
    scope: 'read:sessions',
    query: DeletionRef,
    answer: SessionDeletion,
    errors: ['NOT_FOUND'],
    example: { query: { session_id: '0198f0c4-7c5e-7a10-9d3e-5b1f6a2c8e40' }, known: { state: 'queued' } },
    handle: (ctx, { query }) => readSessionDeletion(ctx, query.session_id),
  }),
});
