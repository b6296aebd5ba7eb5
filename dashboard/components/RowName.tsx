import classes from './ListTable.module.css';
import type { Column } from './columns.ts';

type RowNameProps<R> = { row: R; column: Column<R>; onOpen: ((row: R) => void) | undefined };

/** The name of a row; a click opens the record. */
export function RowName<R>({ row, column, onOpen }: RowNameProps<R>) {
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
