import type { ReactNode } from 'react';
import type { Selection } from '../hooks/useSelection.ts';

export type Column<R> = {
  label: string;
  cell: (row: R) => ReactNode;
  align?: 'end';
  /** Hidden on phones, since other columns say the same. */
  hiddenOnPhone?: boolean;
  /** Says by itself what it is: where all do, a phone shows them without labels. */
  isPlainOnPhone?: boolean;
  /** Holds the row's actions, which are at the top of its card on a phone. */
  holdsActions?: boolean;
};

/** A list, as a table or as cards. */
export type ListProps<R> = {
  label: string;
  rows: readonly R[];
  columns: readonly Column<R>[];
  rowKey: (row: R) => string;
  onOpen?: ((row: R) => void) | undefined;
  isStale?: boolean;
  selection?: Selection<R> | undefined;
};

export type RowProps<R> = { row: R; columns: readonly Column<R>[]; onOpen: ((row: R) => void) | undefined };
