import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Figures, PeopleReport, Report, ReportRow } from '../../../src/features/reports/contract.ts';
import { ask } from '../../api/client.ts';
import type { QueryOf } from '../../api/operations.ts';
import { LIST, type Listed } from '../../components/list.ts';
import type { Period } from './period.ts';

export type { Figures, Report, ReportRow };
export type PersonRow = PeopleReport['people'][number];

export function reportQuery(period: Period) {
  return queryOptions({
    queryKey: ['reports', 'figures', period],
    queryFn: ({ signal }) => ask('GET /report', { query: period, signal }),
    placeholderData: keepPreviousData,
  });
}

type Page = Pick<QueryOf<'GET /report/people'>, 'limit' | 'offset'>;

export function peopleReportQuery({ from, to }: Period, page: Page) {
  return queryOptions({
    ...LIST,
    queryKey: ['reports', 'people', from, to, page],
    queryFn: async ({ signal }): Promise<Listed<PersonRow>> => {
      const { people, ...rest } = await askPeople({ from, to }, page, signal);
      return { rows: people, ...rest };
    },
  });
}

const MOST = 100;

/** Everybody, page by page: what is exported is more than what is shown. */
export async function readAllPeople({ from, to }: Period): Promise<PersonRow[]> {
  const all: PersonRow[] = [];
  for (;;) {
    const { people, total } = await askPeople({ from, to }, { limit: MOST, offset: all.length });
    all.push(...people);
    if (people.length === 0 || all.length >= total) return all;
  }
}

function askPeople(span: { from: string; to: string }, page: Page, signal?: AbortSignal) {
  return ask('GET /report/people', { query: { ...span, ...page }, signal });
}
