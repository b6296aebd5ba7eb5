import classes from './ListTable.module.css';
import type { Selection } from '../hooks/useSelection.ts';
import { t } from '../language/t.ts';

type ChooseProps<R> = { selection: Selection<R>; row: R };

/** The box of a row of a list. */
export function RowCheckbox<R>({ selection, row }: ChooseProps<R>) {
  return (
    // The row behind would open the record.
    <span onClick={(event) => event.stopPropagation()}>
      <input
        type="checkbox"
        className={classes['box']}
        aria-label={t('Select {row}', { row: selection.nameOf(row) })}
        checked={selection.has(row)}
        onChange={() => selection.toggle(row)}
      />
    </span>
  );
}

/** The box of all rows, at the head of the table. */
export function SelectAllCheckbox<R>({ selection, count }: { selection: Selection<R>; count: number }) {
  const { chosen, toggleAll } = selection;
  return (
    <th className={classes['choose']}>
      <input
        type="checkbox"
        className={classes['box']}
        aria-label={t('Select all on this page')}
        checked={chosen.length === count}
        ref={(box) => {
          if (box) box.indeterminate = chosen.length > 0 && chosen.length < count;
        }}
        onChange={toggleAll}
      />
    </th>
  );
}
