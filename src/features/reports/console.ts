import { serve } from '../../doors/signIn.ts';
import { reportsApi } from './contract.ts';
import { readUserReport, readReport } from './reports.ts';

export const reportsConsole = serve(reportsApi, {
  'GET /report': (ctx, { query }) => readReport(ctx, query, ctx.sign_in.time_zone),
  'GET /report/people': (ctx, { query }) => readUserReport(ctx, query, ctx.sign_in.time_zone),
});
