import { serve } from '../../doors/session.ts';
import { reportsApi } from './contract.ts';
import { readPeopleReport, readReport } from './reports.ts';

export const reportsConsole = serve(reportsApi, {
  'GET /report': (ctx, { query }) => readReport(ctx, query),
  'GET /report/people': (ctx, { query }) => readPeopleReport(ctx, query),
});
