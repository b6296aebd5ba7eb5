import { operation } from '../../doors/credential.ts';
import { groupIntoResources } from '../../doors/declaration.ts';
import { UsageReport, UsageFilter } from './contract.ts';
import { readReport } from './reports.ts';

export const usageRoutes = groupIntoResources(
  { tag: 'Billing', about: "The account's usage, as billed." },
  {
    'GET /usage': operation({
      operation_id: 'getUsage',
      summary: 'Read the usage of a period',
      description: 'By day, week or month, at most 400 rows; both days belong to the period.',
      scope: 'read:billing',
      query: UsageFilter,
      answer: UsageReport,
      example: { query: { from: '2026-03-01', to: '2026-03-31', by: 'month' } },
      handle: (ctx, { query }) => readReport(ctx, query),
    }),
  },
);
