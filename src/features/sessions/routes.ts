import { Type } from '../../lib/schema/type.ts';
import { operation } from '../../doors/credential.ts';
import { resource } from '../../doors/declaration.ts';
import {
  DELETE_DEADLINE_MS,
  Session,
  SessionChanges,
  SessionDeleted,
  SessionPage,
  SessionQuery,
  SessionRef,
} from './contract.ts';
import { changeSession, deleteSession, getSession, listSessions } from './sessions.ts';

const ID = '0198f0c4-7c5e-7a10-9d3e-5b1f6a2c8e40';

export const sessionRoutes = resource(
  '/api-tenant-sessions',
  {
    GET: operation({
      operation_id: 'listSessions',
      summary: 'List sessions, or get one session',
      description:
        'With `session_id` the answer is that session. Without it the answer is a page of sessions; the last to ' +
        'begin comes first. Deleted sessions are not found. `from` and `to` compare with `started_at` and include it.',
      scope: 'read:sessions',
      query: SessionQuery,
      answer: Type.Unsafe<SessionPage | Session>({ oneOf: [SessionPage, Session] }),
      errors: ['NOT_FOUND'],
      example: { query: { status: 'completed', role: 'trainer' } },
      handle: (ctx, { query: { session_id, ...filter } }) =>
        session_id === undefined ? listSessions(ctx, filter) : getSession(ctx, session_id),
    }),
    PATCH: operation({
      operation_id: 'updateSession',
      summary: 'Change a session',
      description: 'Only the members that are sent change. Sessions are made by the training app alone.',
      scope: 'write:sessions',
      query: SessionRef,
      body: SessionChanges,
      answer: Session,
      errors: ['CONFLICTING_ALIASES', 'NOT_FOUND'],
      example: { query: { session_id: ID }, body: { session_name: 'Filter change, line 2' } },
      handle: (ctx, { query, body }) => changeSession(ctx, query.session_id, body),
    }),
    DELETE: operation({
      operation_id: 'deleteSession',
      summary: 'Delete a session',
      description:
        'It leaves every list, its procedures the catalogue, and no task names it any more. One that runs ends as ' +
        'failed first, with its `session.completed`. `core` says what the training app made of ' +
        'it: `sent`, `queued` (will be sent) or `failed` (refused, will be retried). Deleting again is safe.',
      scope: 'write:sessions',
      query: SessionRef,
      answer: SessionDeleted,
      errors: ['NOT_FOUND'],
      deadline_ms: DELETE_DEADLINE_MS,
      example: { query: { session_id: ID } },
      handle: (ctx, { query }) => deleteSession(ctx, query.session_id),
    }),
  },
  {
    tag: 'Sessions',
    about: 'Training sessions, which only the training app on the glasses makes.',
  },
);
