import { Type } from '../../lib/schema/type.ts';
import { operation } from '../../doors/credential.ts';
import { groupIntoResources } from '../../doors/declaration.ts';
import {
  DELETE_SESSION_DEADLINE_MS,
  Session,
  SessionChanges,
  DeletedSession,
  SessionPage,
  SessionQuery,
  SessionRef,
} from './contract.ts';
import { changeSession, deleteSession, readSession, listSessions } from './sessions.ts';

const ID = '0198f0c4-7c5e-7a10-9d3e-5b1f6a2c8e40';

export const sessionRoutes = groupIntoResources(
  {
    tag: 'Sessions',
    about: 'Training sessions. Only the training app on the glasses creates them.',
  },
  {
    'GET /api-tenant-sessions': operation({
      operation_id: 'listSessions',
      summary: 'List sessions, or get one session',
      description:
        'With `session_id`, the response is that session. Otherwise it is a page of sessions, latest ' +
        'start first. Deleted sessions are not included. `from` and `to` are inclusive limits of ' +
        '`started_at`.',
      scope: 'read:sessions',
      query: SessionQuery,
      answer: Type.Unsafe<SessionPage | Session>({ oneOf: [SessionPage, Session] }),
      errors: ['NOT_FOUND'],
      example: { query: { status: 'completed', role: 'trainer' } },
      handle: (ctx, { query: { session_id, ...filter } }) =>
        session_id === undefined ? listSessions(ctx, filter) : readSession(ctx, session_id),
    }),
    'PATCH /api-tenant-sessions': operation({
      operation_id: 'updateSession',
      summary: 'Change a session',
      description: 'Only the members in the request change. Only the training app creates sessions.',
      scope: 'write:sessions',
      query: SessionRef,
      body: SessionChanges,
      answer: Session,
      errors: ['CONFLICTING_ALIASES', 'NOT_FOUND'],
      example: { query: { session_id: ID }, body: { session_name: 'Filter change, line 2' } },
      handle: (ctx, { query, body }) => changeSession(ctx, query.session_id, body),
    }),
    'DELETE /api-tenant-sessions': operation({
      operation_id: 'deleteSession',
      summary: 'Delete a session',
      description:
        'The session is removed from all lists and tasks, and its procedures from the catalogue. A ' +
        'running session is first ended as failed, with its `session.completed` event. `core` is the ' +
        'state of the deletion in the training app: `sent`, `queued` (will be sent) or `failed` ' +
        '(rejected, will be retried). It is safe to delete a session again.',
      scope: 'write:sessions',
      query: SessionRef,
      answer: DeletedSession,
      errors: ['NOT_FOUND'],
      deadline_ms: DELETE_SESSION_DEADLINE_MS,
      example: { query: { session_id: ID } },
      handle: (ctx, { query }) => deleteSession(ctx, query.session_id),
    }),
  },
);
