import { operation } from '../../doors/credential.ts';
import { resource, type Resource } from '../../doors/declaration.ts';
import { DeletionFilter, DeletionRef, SessionDeletion, SessionDeletionPage } from './contract.ts';
import { listSessionDeletions, readSessionDeletion } from './deletions.ts';

const tag = { tag: 'Sessions' };

const all = resource(
  '/deletions',
  {
    GET: operation({
      operation_id: 'listDeletions',
      summary: 'List deletions of sessions',
      description:
        'The last deletion comes first. `state` says whether the training app has deleted the session too.',
      scope: 'read:sessions',
      query: DeletionFilter,
      answer: SessionDeletionPage,
      example: { query: { state: 'queued' } },
      handle: (ctx, { query }) => listSessionDeletions(ctx, query),
    }),
  },
  tag,
);

const one = resource(
  '/deletion',
  {
    GET: operation({
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
  },
  tag,
);

/** Additions to the contract. */
export const deletionRoutes: readonly Resource[] = [all, one];
