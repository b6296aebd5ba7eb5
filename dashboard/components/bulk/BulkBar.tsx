import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import type { ListPageData } from '../../api/list.ts';
import type { MatchingSelection } from '../../hooks/useSelection.ts';
import { t, type Label } from '../../language/t.ts';
import classes from './Bulk.module.css';
import type { Bulk } from './useBulk.tsx';

type BulkBarProps<R, M> = {
  label: Label;
  bulk: Bulk;
  selection: MatchingSelection<R, M>;
  page: ListPageData<R> | undefined;
  /** Reads all records that match the filter of the list. */
  readMatching: (signal: AbortSignal) => Promise<readonly M[]>;
  /** The buttons of the bulk actions. */
  children: ReactNode;
};

/**
 * Acts on the selected records, and shows the dialog of the action after the selection has ended. The bar is an overlay at the end of the page, so that no row moves while the user taps.
 */
export function BulkBar<R, M extends { id: string }>(props: BulkBarProps<R, M>) {
  const { bulk, selection } = props;
  return (
    <>
      {selection.count > 0 && <Bar {...props} />}
      {bulk.dialog}
    </>
  );
}

function Bar<R, M extends { id: string }>(props: BulkBarProps<R, M>) {
  const { label, selection, page, readMatching, children } = props;
  const { chosen, matching, count, clear } = selection;
  const rows = page?.rows.length ?? 0;
  const isPageChosen = matching === undefined && chosen.length === rows;
  const hasMore =
    page !== undefined && (page.has_more === true || (page.total ?? 0) > rows || page.offset > 0);
  return (
    <div className={classes['room']}>
      <div className={classes['bar']} role="toolbar" aria-label={label}>
        <span role="status">
          {isPageChosen && hasMore
            ? t('All {count} on this page are selected.', { count })
            : t('{count} selected', { count })}
        </span>
        {isPageChosen && hasMore && (
          <SelectMatching total={page.total} onRead={readMatching} onDone={selection.chooseMatching} />
        )}
        {matching === undefined && !isPageChosen && (
          <Button hiddenFrom="sm" size="xs" variant="subtle" onClick={selection.toggleAll}>
            {t('Select all on this page')}
          </Button>
        )}
        {children}
        <Button size="xs" variant="subtle" color="gray" onClick={clear}>
          {t('Clear selection')}
        </Button>
      </div>
    </div>
  );
}

type SelectMatchingProps<M> = {
  total: number | undefined;
  onRead: (signal: AbortSignal) => Promise<readonly M[]>;
  onDone: (records: readonly M[]) => void;
};

function SelectMatching<M>({ total, onRead, onDone }: SelectMatchingProps<M>) {
  const [isReading, setReading] = useState(false);
  const controller = useRef<AbortController>(undefined);
  useEffect(() => () => controller.current?.abort(), []);
  const read = async () => {
    const { signal } = (controller.current = new AbortController());
    setReading(true);
    try {
      const records = await onRead(signal);
      if (!signal.aborted) onDone(records);
    } catch (error) {
      if (!signal.aborted) notifications.show({ message: Object(error).message, color: 'red' });
    } finally {
      setReading(false);
    }
  };
  return (
    <Button size="xs" variant="light" loading={isReading} onClick={() => void read()}>
      {total === undefined ? t('Select all that match') : t('Select all {total} that match', { total })}
    </Button>
  );
}
