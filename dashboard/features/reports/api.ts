import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type {
  UsageFigures,
  UserReport,
  UsageReport,
  ReportRow,
} from '../../../src/features/reports/contract.ts';
import { callApi } from '../../api/client.ts';
import type { OperationQuery } from '../../api/operations.ts';
import { LIST_QUERY_OPTIONS, toListPage } from '../../api/list.ts';
import type { Period } from './period.ts';

export type { UsageFigures, UsageReport, ReportRow };
export type UserReportRow = UserReport['people'][number];

export function reportQuery(period: Period) {
  return queryOptions({
    queryKey: ['reports', 'figures', period],
    queryFn: ({ signal }) => callApi('GET /report', { query: period, signal }),
    placeholderData: keepPreviousData,
  });
}

type Page = Pick<OperationQuery<'GET /report/people'>, 'limit' | 'offset'>;

export function peopleReportQuery({ from, to }: Period, page: Page) {
  return queryOptions({
    ...LIST_QUERY_OPTIONS,
    queryKey: ['reports', 'people', from, to, page],
    queryFn: ({ signal }) =>
      toListPage('people', callApi('GET /report/people', { query: { from, to, ...page }, signal })),
  });
}
