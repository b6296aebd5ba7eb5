import { Type, type Static } from '../../../lib/schema/type.ts';
import { consoleApi } from '../../../access/consoleApi.ts';
import { Answer, Input, Uuid } from '../../../lib/schema/schema.ts';
import { Execution } from '../../skills/executions/contract.ts';
import {
  DELETE_DEADLINE_MS,
  Session,
  SessionChanges,
  SessionDeleted,
  SessionDetail,
  SessionFilter,
  SessionRef,
} from '../contract.ts';

export const BrowseFilter = Input({ ...SessionFilter.properties, user_id: Type.Optional(Uuid) });
export type BrowseFilter = Static<typeof BrowseFilter>;

/** A page of sessions with what their tasks are called. */
export const BrowsePage = Answer({
  sessions: Type.Array(Session),
  task_titles: Type.Record(Type.String(), Type.String()),
  total: Type.Integer(),
  limit: Type.Integer(),
  offset: Type.Integer(),
});
export type BrowsePage = Static<typeof BrowsePage>;

/** The skills that ran during a session, newest first. */
export const SkillCalls = Answer({ executions: Type.Array(Execution), has_more: Type.Boolean() });
export type SkillCalls = Static<typeof SkillCalls>;

export const sessionsApi = consoleApi(
  {
    'GET /sessions': { summary: 'List sessions', role: 'member', query: BrowseFilter, answer: BrowsePage },
    'PATCH /sessions': {
      summary: 'Change a session',
      role: 'admin',
      query: SessionRef,
      body: SessionChanges,
      answer: Session,
    },
    'DELETE /sessions': {
      summary: 'Delete a session',
      role: 'admin',
      query: SessionRef,
      answer: SessionDeleted,
      deadline_ms: DELETE_DEADLINE_MS,
    },
    'GET /session': { summary: 'Read a session', role: 'member', query: SessionRef, answer: SessionDetail },
    'GET /session/skills': {
      summary: 'List the skills that ran during a session',
      role: 'member',
      query: SessionRef,
      answer: SkillCalls,
    },
  },
  { tag: 'Sessions' },
);
