import { useMediaQuery } from '@mantine/hooks';
import { useCallback, useEffect, useMemo, useRef, type ReactNode } from 'react';
import { Choose, ChooseAll } from './Choose.tsx';
import classes from './ListTable.module.css';
import type { Selection } from './useSelection.ts';

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

type ListTableProps<R> = {
  label: string;
  rows: readonly R[];
  columns: readonly Column<R>[];
  rowKey: (row: R) => string;
  onOpen?: ((row: R) => void) | undefined;
  isStale?: boolean;
  selection?: Selection<R> | undefined;
};

/** A table; on a phone the same rows as cards. The first column names the row and opens it. */
export function ListTable<R>(props: ListTableProps<R>) {
  const isPhone = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false });
  const open = useLatest(props.onOpen);
  const shown = { ...props, onOpen: props.onOpen && open };
  return isPhone ? <Cards {...shown} /> : <Rows {...shown} />;
}

/** The same function always, which calls the one of now, so that a row that is as it was is not drawn again. */
function useLatest<R>(act: ((row: R) => void) | undefined): (row: R) => void {
  const latest = useRef(act);
  useEffect(() => {
    latest.current = act;
  });
  return useCallback((row: R) => latest.current?.(row), []);
}

function Rows<R>({ label, rows, columns, rowKey, onOpen, isStale, selection }: ListTableProps<R>) {
  const marks = [classes['table'], onOpen && classes['opens']];
  return (
    <div className={classes['frame']}>
      <div className={classes['scroll']}>
        <table className={marks.filter(Boolean).join(' ')} aria-label={label} aria-busy={isStale}>
          <thead>
            <tr>
              {selection && <ChooseAll selection={selection} count={rows.length} />}
              {columns.map((column) => (
                <th key={column.label} scope="col" className={alignOf(column)}>
                  {column.label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={rowKey(row)} data-row={rowKey(row)} onClick={() => onOpen?.(row)}>
                {selection && (
                  <td className={classes['choose']}>
                    <Choose selection={selection} row={row} />
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

type CellsProps<R> = { row: R; columns: readonly Column<R>[]; onOpen: ((row: R) => void) | undefined };

function Cells<R>({ row, columns, onOpen }: CellsProps<R>) {
  return useMemo(
    () =>
      columns.map((column, at) => (
        <td key={column.label} className={alignOf(column)}>
          {at === 0 ? <Name row={row} column={column} onOpen={onOpen} /> : column.cell(row)}
        </td>
      )),
    [row, columns, onOpen],
  );
}

function Cards<R>({ label, rows, columns, rowKey, onOpen, isStale, selection }: ListTableProps<R>) {
  return (
    <ul className={classes['cards']} aria-label={label} aria-busy={isStale}>
      {rows.map((row) => (
        <li
          key={rowKey(row)}
          data-row={rowKey(row)}
          className={classes['card']}
          onClick={() => onOpen?.(row)}
        >
          <div className={classes['head']}>
            {selection && <Choose selection={selection} row={row} />}
            <CardHead row={row} columns={columns} onOpen={onOpen} />
          </div>
          <Facts row={row} columns={columns} />
        </li>
      ))}
    </ul>
  );
}

function CardHead<R>({ row, columns, onOpen }: CellsProps<R>) {
  return useMemo(() => {
    const [first] = columns;
    const actions = columns.slice(1).find(({ holdsActions }) => holdsActions);
    return (
      <>
        <div className={classes['name']}>{first && <Name row={row} column={first} onOpen={onOpen} />}</div>
        {actions?.cell(row)}
      </>
    );
  }, [row, columns, onOpen]);
}

function Facts<R>({ row, columns }: Omit<CellsProps<R>, 'onOpen'>) {
  return useMemo(() => {
    const facts = columns
      .slice(1)
      .filter(({ hiddenOnPhone, holdsActions }) => !hiddenOnPhone && !holdsActions);
    return (
      <dl
        className={classes['facts']}
        data-plain={facts.every(({ isPlainOnPhone }) => isPlainOnPhone) || undefined}
      >
        {facts.map((column) => (
          <Fact key={column.label} label={column.label}>
            {column.cell(row)}
          </Fact>
        ))}
      </dl>
    );
  }, [row, columns]);
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

type NameProps<R> = { row: R; column: Column<R>; onOpen: ((row: R) => void) | undefined };

function Name<R>({ row, column, onOpen }: NameProps<R>) {
  if (!onOpen) return <>{column.cell(row)}</>;
  const open = (event: { stopPropagation(): void }) => {
    event.stopPropagation();
    onOpen(row);
  };
  return (
    <button type="button" className={classes['link']} data-opens onClick={open}>
      {column.cell(row)}
    </button>
  );
}

function alignOf({ align }: { align?: 'end' }): string | undefined {
  return align === 'end' ? classes['end'] : undefined;
}
