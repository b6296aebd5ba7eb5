import classes from './ListTable.module.css';
import type { Selection } from '../hooks/useSelection.ts';
import { t } from '../language/t.ts';

type RowCheckboxProps<R> = { selection: Selection<R>; row: R };

export function RowCheckbox<R>({ selection, row }: RowCheckboxProps<R>) {
  return (
    // Stops the click, which would otherwise open the record of the row.
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

/** The checkbox in the table head that selects all rows of the page. `count` is the number of these rows. */
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
