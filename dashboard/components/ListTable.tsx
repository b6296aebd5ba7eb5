import { useCallback, useEffect, useMemo, useRef } from 'react';
import { RowCheckbox, SelectAllCheckbox } from './RowCheckbox.tsx';
import { ListCards } from './ListCards.tsx';
import classes from './ListTable.module.css';
import { RowName } from './RowName.tsx';
import { SortHeading } from './SortHeading.tsx';
import { useIsPhone } from '../hooks/useIsPhone.ts';
import type { ListProps, RowProps } from './columns.ts';

/** A table; on a phone the same rows are shown as cards. The first column has the row's name and opens the record. */
export function ListTable<R>(props: ListProps<R>) {
  const isPhone = useIsPhone();
  const open = useLatest(props.onOpen);
  const shown = { ...props, onOpen: props.onOpen && open };
  return isPhone ? <ListCards {...shown} /> : <Rows {...shown} />;
}

/**
 * Returns a function with a stable identity that calls the latest `act`, so that unchanged rows are not rendered
 * again.
 */
function useLatest<R>(act: ((row: R) => void) | undefined): (row: R) => void {
  const latest = useRef(act);
  useEffect(() => {
    latest.current = act;
  });
  return useCallback((row: R) => latest.current?.(row), []);
}

function Rows<R>({ label, rows, columns, rowKey, onOpen, isStale, selection }: ListProps<R>) {
  const marks = [classes['table'], onOpen && classes['opens']];
  return (
    <div className={classes['frame']}>
      <div className={classes['scroll']}>
        <table className={marks.filter(Boolean).join(' ')} aria-label={label} aria-busy={isStale}>
          <thead>
            <tr>
              {selection && <SelectAllCheckbox selection={selection} count={rows.length} />}
              {columns.map((column) =>
                column.sort ? (
                  <SortHeading
                    key={column.key}
                    label={column.label}
                    sort={column.sort}
                    className={alignOf(column)}
                  />
                ) : (
                  <th key={column.key} scope="col" className={alignOf(column)}>
                    {column.label}
                  </th>
                ),
              )}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={rowKey(row)} data-row={rowKey(row)} onClick={() => onOpen?.(row)}>
                {selection && (
                  <td className={classes['choose']}>
                    <RowCheckbox selection={selection} row={row} />
                  </td>
                )}
                <Cells row={row} columns={columns} onOpen={onOpen} />
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}

function Cells<R>({ row, columns, onOpen }: RowProps<R>) {
  return useMemo(
    () =>
      columns.map((column, at) => (
        <td key={column.key} className={alignOf(column)}>
          {at === 0 ? <RowName row={row} column={column} onOpen={onOpen} /> : column.cell(row)}
        </td>
      )),
    [row, columns, onOpen],
  );
}

function alignOf({ align }: { align?: 'end' }): string | undefined {
  return align === 'end' ? classes['end'] : undefined;
}
