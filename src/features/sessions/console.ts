import { resource, type Resource } from '../../doors/declaration.ts';
import { consoleOperation } from '../../doors/session.ts';
import { browseSessions, listSkillCalls } from './browse/browse.ts';
import { BrowseFilter, BrowsePage, SkillCalls } from './browse/contract.ts';
import { Session, SessionChanges, SessionDeleted, SessionDetail, SessionRef } from './contract.ts';
import { DELETE_WITHIN_MS } from './routes.ts';
import { changeSession, deleteSession, readSession } from './sessions.ts';

const sessions = resource(
  '/sessions',
  {
    GET: consoleOperation({
      summary: 'List sessions',
      role: 'member',
      query: BrowseFilter,
      answer: BrowsePage,
      handle: (ctx, { query }) => browseSessions(ctx, query),
    }),
    PATCH: consoleOperation({
      summary: 'Change a session',
      role: 'admin',
      query: SessionRef,
      body: SessionChanges,
      answer: Session,
      handle: (ctx, { query, body }) => changeSession(ctx, query.session_id, body),
    }),
    DELETE: consoleOperation({
      summary: 'Delete a session',
      role: 'admin',
      query: SessionRef,
      answer: SessionDeleted,
      deadline_ms: DELETE_WITHIN_MS,
      handle: (ctx, { query }) => deleteSession(ctx, query.session_id),
    }),
  },
  { tag: 'Sessions' },
);

const session = resource(
  '/session',
  {
    GET: consoleOperation({
      summary: 'Read a session',
      role: 'member',
      query: SessionRef,
      answer: SessionDetail,
      handle: (ctx, { query }) => readSession(ctx, query.session_id),
    }),
  },
  { tag: 'Sessions' },
);

const skillCalls = resource(
  '/session/skills',
  {
    GET: consoleOperation({
      summary: 'List the skills that ran during a session',
      role: 'member',
      query: SessionRef,
      answer: SkillCalls,
      handle: (ctx, { query }) => listSkillCalls(ctx, query.session_id),
    }),
  },
  { tag: 'Sessions' },
);

export const sessionsConsole: readonly Resource[] = [sessions, session, skillCalls];
