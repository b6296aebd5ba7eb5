import type { ReactNode } from 'react';
import classes from './CardGrid.module.css';
import type { Label } from '../language/t.ts';

type CardGridProps<R> = {
  label: Label;
  rows: readonly R[];
  rowKey: (row: R) => string;
  card: (row: R) => ReactNode;
};

export function CardGrid<R>({ label, rows, rowKey, card }: CardGridProps<R>) {
  return (
    <ul className={classes['grid']} aria-label={label}>
      {rows.map((row) => (
        <li key={rowKey(row)}>{card(row)}</li>
      ))}
    </ul>
  );
}
