import { Type, type Static } from '../../../lib/schema/type.ts';
import { defineDashboardApi } from '../../../access/dashboardApi.ts';
import { Answer, CountedPage, Input, Page, Uuid } from '../../../lib/schema/schema.ts';
import { Execution } from '../../skills/executions/contract.ts';
import {
  DELETE_SESSION_DEADLINE_MS,
  Session,
  SessionChanges,
  DeletedSession,
  SessionDetail,
  SessionFilter,
  SessionRef,
} from '../contract.ts';

const { status, role, from, to } = SessionFilter.properties;

/** The filter of a CSV export, which has no page. */
export const SessionExportFilter = Input({ status, role, from, to, user_id: Type.Optional(Uuid) });
export type SessionExportFilter = Static<typeof SessionExportFilter>;

export const DashboardSessionFilter = Input({ ...SessionExportFilter.properties, ...Page });
export type DashboardSessionFilter = Static<typeof DashboardSessionFilter>;

/** A page of sessions, with the title of each linked task by its id. */
export const DashboardSessionPage = Answer({
  sessions: Type.Array(Session),
  task_titles: Type.Record(Type.String(), Type.String()),
  ...CountedPage,
});
export type DashboardSessionPage = Static<typeof DashboardSessionPage>;

/** The skills that ran during a session, newest first. */
export const SessionExecutions = Answer({ executions: Type.Array(Execution), has_more: Type.Boolean() });
export type SessionExecutions = Static<typeof SessionExecutions>;

export const sessionsApi = defineDashboardApi({
  'GET /sessions': { role: 'member', query: DashboardSessionFilter, answer: DashboardSessionPage },
  'PATCH /sessions': { role: 'admin', query: SessionRef, body: SessionChanges, answer: Session },
  'DELETE /sessions': {
    role: 'admin',
    query: SessionRef,
    answer: DeletedSession,
    deadline_ms: DELETE_SESSION_DEADLINE_MS,
  },
  'GET /session': { role: 'member', query: SessionRef, answer: SessionDetail },
  'GET /session/skills': { role: 'member', query: SessionRef, answer: SessionExecutions },
});
