import { resource, type Resource } from '../../doors/declaration.ts';
import { consoleOperation } from '../../doors/session.ts';
import { PeopleReport, PeopleReportFilter, Report, ReportFilter } from './contract.ts';
import { readPeopleReport, readReport } from './reports.ts';

const report = resource(
  '/report',
  {
    GET: consoleOperation({
      summary: 'Report on a period by day, week or month',
      role: 'admin',
      query: ReportFilter,
      answer: Report,
      handle: (ctx, { query }) => readReport(ctx, query),
    }),
  },
  { tag: 'Reports' },
);

const people = resource(
  '/report/people',
  {
    GET: consoleOperation({
      summary: 'Report on a period by person',
      role: 'admin',
      query: PeopleReportFilter,
      answer: PeopleReport,
      handle: (ctx, { query }) => readPeopleReport(ctx, query),
    }),
  },
  { tag: 'Reports' },
);

export const reportsConsole: readonly Resource[] = [report, people];
