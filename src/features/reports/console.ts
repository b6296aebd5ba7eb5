import { serve } from '../../doors/signIn.ts';
import { reportsApi } from './contract.ts';
import { readUserReport, readReport } from './reports.ts';

export const reportsConsole = serve(reportsApi, {
  'GET /report': (ctx, { query }) => readReport(ctx, query),
  'GET /report/people': (ctx, { query }) => readUserReport(ctx, query),
});
