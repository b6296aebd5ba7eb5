import type { ReactNode } from 'react';
import type { Label } from '../language/t.ts';
import type { Selection } from '../hooks/useSelection.ts';

/** The URL values of `sort` that order a list by a column. The empty value is the default order of the list. */
export type ColumnSort = { ascending?: string; descending?: string };

export type Column<R> = {
  /** Identifies the column within its list. */
  key: string;
  label: Label;
  cell: (row: R) => ReactNode;
  sort?: ColumnSort;
  align?: 'end';
  /** Hidden on phones, because another column already shows the information. */
  hiddenOnPhone?: boolean;
  /** The value is clear without its label, which cards on phones then hide. */
  isPlainOnPhone?: boolean;
  /** True for the column with the row's actions, which moves to the top of the card on a phone. */
  holdsActions?: boolean;
};

/** The properties of a list, shown as a table or as cards. */
export type ListProps<R> = {
  label: Label;
  rows: readonly R[];
  columns: readonly Column<R>[];
  rowKey: (row: R) => string;
  onOpen?: ((row: R) => void) | undefined;
  isStale?: boolean;
  selection?: Selection<R> | undefined;
};

export type RowProps<R> = { row: R; columns: readonly Column<R>[]; onOpen: ((row: R) => void) | undefined };
