import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { GuideName } from '../../src/features/reference/contract.ts';
import { EmptyState, type EmptyStateProps } from './EmptyState.tsx';
import { FilterBar, type Filter } from './FilterBar.tsx';
import type { ListPageData } from '../api/list.ts';
import { ListSkeleton } from './ListSkeleton.tsx';
import type { Column } from './columns.ts';
import { ListTable } from './ListTable.tsx';
import { Page } from './Page.tsx';
import { PAGE_SIZES, Pager } from './Pager.tsx';
import { NothingInSearchRange, SearchRangeEnd } from './SearchRangeEnd.tsx';
import { useQueryData } from '../hooks/useQueryData.tsx';
import type { Selection } from '../hooks/useSelection.ts';
import { useUrlState } from '../hooks/useUrlState.ts';
import { t } from '../language/t.ts';

export type { Column, Filter };

/** The page and place of a list from the URL, as its query wants them; a number of cards is not chosen. */
export function usePage(cards?: number): { limit: number; offset: number } {
  const { state } = useUrlState();
  const limit = PAGE_SIZES.find((size) => String(size) === state['limit']) ?? PAGE_SIZES[0];
  return { limit: cards ?? limit, offset: Number(state['offset'] ?? 0) || 0 };
}

type ListPageProps<R> = {
  title: string;
  about?: ReactNode;
  guide?: GuideName;
  actions?: ReactNode;
  /** The tabs of the page. */
  tabs?: ReactNode;
  filters?: readonly Filter[];
  /** At the end of the filter bar: a switch of views, an export. */
  end?: ReactNode;
  /** A notice between the filters and the list. */
  above?: ReactNode;
  query: UseQueryResult<ListPageData<R>>;
  columns: readonly Column<R>[];
  rowKey: (row: R) => string;
  onOpen?: (row: R) => void;
  /** Rows can be chosen, for what is done with several. */
  selection?: Selection<R>;
  /** Replaces the table, where rows are cards. */
  show?: (rows: readonly R[]) => ReactNode;
  /** The empty state; a filter without results has its own. */
  empty: EmptyStateProps;
  /** Drawers and dialogs of the page. */
  children?: ReactNode;
};

/** A list as every page shows one: filter bar, table (cards on a phone), pager, and all four states. */
export function ListPage<R>(props: ListPageProps<R>) {
  const { title, about, guide, actions, tabs, filters = [], end, above, children } = props;
  return (
    <Page title={title} about={about} guide={guide} actions={actions}>
      {tabs}
      <FilterBar filters={filters} end={end} />
      {above}
      <ListBody {...props} />
      {children}
    </Page>
  );
}

type ListBodyProps<R> = Pick<
  ListPageProps<R>,
  'query' | 'columns' | 'rowKey' | 'onOpen' | 'empty' | 'filters' | 'title' | 'show' | 'selection'
>;

/** The list alone, for a page that has more on it. */
export function ListBody<R>(props: ListBodyProps<R>) {
  const { query, columns, rowKey, onOpen, empty, filters = [], title, show, selection } = props;
  const { state } = useUrlState();
  const isFiltered = filters.some(({ name }) => state[name] !== undefined) || state['offset'] !== undefined;
  const { data, placeholder, isStale } = useQueryData(query, <ListSkeleton columns={columns} />);
  if (placeholder) return placeholder;
  const { rows, searched_to } = data;
  if (rows.length === 0 && searched_to) return <NothingInSearchRange time={searched_to} />;
  if (rows.length === 0) return <EmptyState {...(isFiltered ? NOTHING_FOUND : empty)} />;
  return (
    <>
      {show ? (
        show(rows)
      ) : (
        <ListTable
          label={title}
          rows={rows}
          columns={columns}
          rowKey={rowKey}
          onOpen={onOpen}
          isStale={isStale}
          selection={selection}
        />
      )}
      <Pager page={data} />
      {searched_to && <SearchRangeEnd time={searched_to} />}
    </>
  );
}

const NOTHING_FOUND: EmptyStateProps = {
  icon: 'filter',
  title: t('No results for these filters'),
  text: t('Remove a filter or clear all filters to see more.'),
};
