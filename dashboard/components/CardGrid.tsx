import type { ReactNode } from 'react';
import classes from './CardGrid.module.css';

type CardGridProps<R> = {
  label: string;
  rows: readonly R[];
  rowKey: (row: R) => string;
  card: (row: R) => ReactNode;
};

/** A grid of cards with pictures. */
export function CardGrid<R>({ label, rows, rowKey, card }: CardGridProps<R>) {
  return (
    <ul className={classes['grid']} aria-label={label}>
      {rows.map((row) => (
        <li key={rowKey(row)}>{card(row)}</li>
      ))}
    </ul>
  );
}
