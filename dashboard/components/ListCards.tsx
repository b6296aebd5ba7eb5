import { useMemo, useState, type ReactNode } from 'react';
import { RowCheckbox } from './RowCheckbox.tsx';
import classes from './ListTable.module.css';
import { RowName } from './RowName.tsx';
import type { ListProps, RowProps } from './columns.ts';
import type { Label } from '../language/t.ts';

/** The rows of a list on a phone. A tap opens the record; without a page of the record, it shows the whole card. */
export function ListCards<R>({ label, rows, columns, rowKey, onOpen, isStale, selection }: ListProps<R>) {
  const [whole, setWhole] = useState<readonly string[]>([]);
  const toggleWhole = (key: string) =>
    setWhole(whole.includes(key) ? whole.filter((other) => other !== key) : [...whole, key]);
  return (
    <ul className={classes['cards']} aria-label={label} aria-busy={isStale}>
      {rows.map((row) => (
        <li
          key={rowKey(row)}
          data-row={rowKey(row)}
          className={classes['card']}
          data-opens-record={onOpen ? true : undefined}
          data-whole={whole.includes(rowKey(row)) || undefined}
          onClick={() => (onOpen ? onOpen(row) : toggleWhole(rowKey(row)))}
        >
          <div className={classes['head']}>
            {selection && <RowCheckbox selection={selection} row={row} />}
            <CardHead row={row} columns={columns} onOpen={onOpen} />
          </div>
          <Facts row={row} columns={columns} />
        </li>
      ))}
    </ul>
  );
}

function CardHead<R>({ row, columns, onOpen }: RowProps<R>) {
  return useMemo(() => {
    const [first] = columns;
    const actions = columns.slice(1).find(({ holdsActions }) => holdsActions);
    return (
      <>
        <div className={classes['name']}>{first && <RowName row={row} column={first} onOpen={onOpen} />}</div>
        {actions?.cell(row)}
      </>
    );
  }, [row, columns, onOpen]);
}

function Facts<R>({ row, columns }: Omit<RowProps<R>, 'onOpen'>) {
  return useMemo(() => {
    const facts = columns
      .slice(1)
      .filter(({ hiddenOnPhone, holdsActions }) => !hiddenOnPhone && !holdsActions);
    return (
      <dl className={classes['facts']}>
        {facts.map((column) => (
          <Fact key={column.key} label={column.label} isPlain={column.isPlainOnPhone ?? false}>
            {column.cell(row)}
          </Fact>
        ))}
      </dl>
    );
  }, [row, columns]);
}

function Fact({ label, isPlain, children }: { label: Label; isPlain: boolean; children: ReactNode }) {
  return (
    <div>
      <dt className={isPlain ? classes['unseen'] : undefined}>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
