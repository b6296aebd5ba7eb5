import type { ColumnSort } from './columns.ts';
import { Icon } from './Icon.tsx';
import classes from './ListTable.module.css';
import { useUrlState } from '../hooks/useUrlState.ts';
import type { Label } from '../language/t.ts';

type SortHeadingProps = { label: Label; sort: ColumnSort; className: string | undefined };

/** The heading of a column that sorts the list. A second click reverses the order, or restores the default order. */
export function SortHeading({ label, sort, className }: SortHeadingProps) {
  const { state, change } = useUrlState();
  const current = state['sort'] ?? '';
  const orders = [sort.ascending, sort.descending].filter((order) => order !== undefined);
  const at = orders.indexOf(current);
  const next = orders[at + 1] ?? (orders.length === 1 ? '' : orders[0]);
  const direction = current === sort.ascending ? 'ascending' : 'descending';
  return (
    <th scope="col" className={className} aria-sort={at === -1 ? undefined : direction}>
      <button
        type="button"
        className={classes['sort']}
        onClick={() => change({ sort: next || undefined, offset: undefined })}
      >
        {label}
        {at !== -1 && <Icon name={direction === 'ascending' ? 'chevronUp' : 'chevronDown'} size={12} />}
      </button>
    </th>
  );
}
