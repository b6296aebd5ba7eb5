import type { ReactNode } from 'react';
import classes from './TileGrid.module.css';

/** Figures beside one another: in one row, two by two where there is less room. */
export function TileGrid({ children }: { children: ReactNode }) {
  return <div className={classes['grid']}>{children}</div>;
}
