import { serveDashboardApi } from '../../doors/signIn.ts';
import { reportsApi } from './contract.ts';
import { readUserReport, readReport } from './reports.ts';
import { requireUserSignIn } from '../../access/signIn.ts';
import { declareDownload, type PageResource, type PageRequest } from '../../doors/page.ts';
import { redirectTo, type PageAnswer } from '../../doors/pageAnswer.ts';
import { exportUserReport } from './export.ts';

export const reportsDashboardRoutes = serveDashboardApi(reportsApi, {
  'GET /report': (ctx, { query }) => readReport(ctx, query, ctx.sign_in.time_zone),
  'GET /report/people': (ctx, { query }) => readUserReport(ctx, query, ctx.sign_in.time_zone),
});

const EXPORT_PATH = '/reports/people.csv';

/** Downloads that the dashboard offers. */
export const reportPages: readonly PageResource[] = [declareDownload(EXPORT_PATH, saveUserReport)];

async function saveUserReport(visit: PageRequest): Promise<PageAnswer> {
  const { sign_in, query, raw_query } = visit;
  if (!sign_in) return redirectTo(`/sign-in?next=${encodeURIComponent(`${EXPORT_PATH}?${raw_query}`)}`);
  const user = requireUserSignIn(sign_in, 'admin');
  const [from, to] = [query.get('from') ?? '', query.get('to') ?? ''];
  const pieces = await exportUserReport(visit.actAs(user), { from, to, zone: user.time_zone });
  return {
    kind: 'file',
    name: `report-by-person-${from}-${to}.csv`,
    type: 'text/csv; charset=utf-8',
    pieces,
  };
}
