import type { ReactNode } from 'react';
import classes from './TileGrid.module.css';

/** Tiles in one row, or in two columns on small screens. */
export function TileGrid({ children }: { children: ReactNode }) {
  return <div className={classes['grid']}>{children}</div>;
}
