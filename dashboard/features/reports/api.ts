import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Figures, UserReport, Report, ReportRow } from '../../../src/features/reports/contract.ts';
import { callApi } from '../../api/client.ts';
import type { OperationQuery } from '../../api/operations.ts';
import { LIST, type ListPageData } from '../../api/list.ts';
import type { Period } from './period.ts';

export type { Figures, Report, ReportRow };
export type UserRow = UserReport['people'][number];

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
    ...LIST,
    queryKey: ['reports', 'people', from, to, page],
    queryFn: async ({ signal }): Promise<ListPageData<UserRow>> => {
      const { people, ...rest } = await callApi('GET /report/people', {
        query: { from, to, ...page },
        signal,
      });
      return { rows: people, ...rest };
    },
  });
}
