import { resource, type Resource } from '../../doors/declaration.ts';
import { consoleOperation } from '../../doors/session.ts';
import { DeletionFilter, DeletionPage, DeletionQueued, DeletionRef } from './contract.ts';
import { listDeletions, retryDeletion } from './deletions.ts';

const deletions = resource(
  '/deletions',
  {
    GET: consoleOperation({
      summary: 'List what the training app was told of deleted sessions',
      role: 'admin',
      query: DeletionFilter,
      answer: DeletionPage,
      handle: (ctx, { query }) => listDeletions(ctx, query),
    }),
  },
  { tag: 'Sessions' },
);

const retry = resource(
  '/deletions/retry',
  {
    POST: consoleOperation({
      summary: 'Tell the training app now',
      role: 'admin',
      query: DeletionRef,
      answer: DeletionQueued,
      handle: (ctx, { query }) => retryDeletion(ctx, query.session_id),
    }),
  },
  { tag: 'Sessions' },
);

export const deletionsConsole: readonly Resource[] = [deletions, retry];
