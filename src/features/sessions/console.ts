import { declareCsvDownload } from '../../doors/csvPage.ts';
import { serveDashboardApi } from '../../doors/signIn.ts';
import { listSessionsForDashboard, listExecutionsOfSession } from './browse/browse.ts';
import { SessionExportFilter, sessionsApi } from './browse/contract.ts';
import { exportSessions } from './browse/export.ts';
import { changeSession, deleteSession, readSessionDetail } from './sessions.ts';

export const sessionsDashboardRoutes = serveDashboardApi(sessionsApi, {
  'GET /sessions': (ctx, { query }) => listSessionsForDashboard(ctx, query),
  'PATCH /sessions': (ctx, { query, body }) => changeSession(ctx, query.session_id, body),
  'DELETE /sessions': (ctx, { query }) => deleteSession(ctx, query.session_id),
  'GET /session': (ctx, { query }) => readSessionDetail(ctx, query.session_id),
  'GET /session/skills': (ctx, { query }) => listExecutionsOfSession(ctx, query.session_id),
});

/** The CSV download of the list of sessions. */
export const sessionPages = [
  declareCsvDownload('/sessions.csv', {
    name: 'sessions',
    selection: SessionExportFilter,
    role: 'member',
    exportRows: exportSessions,
  }),
];
