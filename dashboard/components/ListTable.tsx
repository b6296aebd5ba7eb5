import { useMediaQuery } from '@mantine/hooks';
import type { ReactNode } from 'react';
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
  return isPhone ? <Cards {...props} /> : <Rows {...props} />;
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
                {columns.map((column, at) => (
                  <td key={column.label} className={alignOf(column)}>
                    {at === 0 ? <Name row={row} column={column} onOpen={onOpen} /> : column.cell(row)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}

function Cards<R>({ label, rows, columns, rowKey, onOpen, isStale, selection }: ListTableProps<R>) {
  const [first, ...others] = columns;
  if (!first) return null;
  const actions = others.find(({ holdsActions }) => holdsActions);
  const facts = others.filter(({ hiddenOnPhone, holdsActions }) => !hiddenOnPhone && !holdsActions);
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
            <div className={classes['name']}>
              <Name row={row} column={first} onOpen={onOpen} />
            </div>
            {actions?.cell(row)}
          </div>
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
        </li>
      ))}
    </ul>
  );
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
