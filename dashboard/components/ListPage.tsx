import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { GuideName } from '../../src/features/reference/contract.ts';
import { EmptyState, type EmptyStateProps } from './EmptyState.tsx';
import { FilterBar } from './FilterBar.tsx';
import { sortFilter, type Filter } from './filters.ts';
import type { ListPageData } from '../api/list.ts';
import { ListSkeleton } from './ListSkeleton.tsx';
import type { Column } from './columns.ts';
import { ListTable } from './ListTable.tsx';
import { Page } from './Page.tsx';
import { PAGE_SIZES, Pager } from './Pager.tsx';
import type { ViewList } from './savedViews.ts';
import { NothingInSearchRange, SearchRangeEndNotice } from './SearchRangeEnd.tsx';
import { useIsPhone } from '../hooks/useIsPhone.ts';
import { useQueryData } from '../hooks/useQueryData.tsx';
import type { Selection } from '../hooks/useSelection.ts';
import { useUrlState } from '../hooks/useUrlState.ts';
import { t, type Label } from '../language/t.ts';
import type { LabelContent } from '../language/T.tsx';

export type { Column, Filter };

/** Reads limit and offset of a list from the URL. A list of cards passes its fixed page size as `cardsPerPage`. */
export function usePage(cardsPerPage?: number): { limit: number; offset: number } {
  const { state } = useUrlState();
  const limit = PAGE_SIZES.find((size) => String(size) === state['limit']) ?? PAGE_SIZES[0];
  return { limit: cardsPerPage ?? limit, offset: Number(state['offset'] ?? 0) || 0 };
}

type ListPageProps<R> = {
  title: Label;
  about?: LabelContent;
  guide?: GuideName;
  actions?: ReactNode;
  /** The tabs of the page. */
  tabs?: ReactNode;
  filters?: readonly Filter[];
  /** The saved views of the list, as tabs. */
  views?: ViewList;
  /** Content at the end of the filter bar, such as a switch of views or an export. */
  end?: ReactNode;
  /** Content between the filters and the list, such as a notice. */
  above?: ReactNode;
  query: UseQueryResult<ListPageData<R>>;
  columns: readonly Column<R>[];
  rowKey: (row: R) => string;
  onOpen?: (row: R) => void;
  /** Row selection for bulk actions. */
  selection?: Selection<R>;
  /** Renders the rows as cards instead of the table. */
  show?: (rows: readonly R[]) => ReactNode;
  /** The content for a list without rows. A list that is empty because of its filters shows another text. */
  empty: EmptyStateProps;
  /** Drawers and dialogs of the page. */
  children?: ReactNode;
};

/**
 * The page of a list: filter bar, table (cards on a phone) and pager, with the states loading, error, empty and
 * loaded.
 */
export function ListPage<R>(props: ListPageProps<R>) {
  const { title, about, guide, actions, tabs, filters = [], views, columns, end, above, children } = props;
  const isPhone = useIsPhone();
  return (
    <Page title={title} about={about} guide={guide} actions={actions}>
      {tabs}
      <FilterBar filters={isPhone ? [...filters, ...sortFilter(columns)] : filters} views={views} end={end} />
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

/** The list without its page frame, for pages with more content. */
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
      {searched_to && <SearchRangeEndNotice time={searched_to} />}
    </>
  );
}

const NOTHING_FOUND: EmptyStateProps = {
  icon: 'filter',
  title: t('No results for these filters'),
  text: t('Remove a filter or clear all filters to see more.'),
};
