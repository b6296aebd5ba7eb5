import { serve } from '../../doors/signIn.ts';
import { browseSessions, listSkillCalls } from './browse/browse.ts';
import { sessionsApi } from './browse/contract.ts';
import { changeSession, deleteSession, readSession } from './sessions.ts';

export const sessionsConsole = serve(sessionsApi, {
  'GET /sessions': (ctx, { query }) => browseSessions(ctx, query),
  'PATCH /sessions': (ctx, { query, body }) => changeSession(ctx, query.session_id, body),
  'DELETE /sessions': (ctx, { query }) => deleteSession(ctx, query.session_id),
  'GET /session': (ctx, { query }) => readSession(ctx, query.session_id),
  'GET /session/skills': (ctx, { query }) => listSkillCalls(ctx, query.session_id),
});
