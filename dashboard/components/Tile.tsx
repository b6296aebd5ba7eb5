import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Sparkline } from './Sparkline.tsx';
import classes from './Tile.module.css';

type TileProps = { label: string; value: number; note?: ReactNode; days: readonly number[] };

/** A figure of the last days with the way it went. */
export function Tile({ label, value, note, days }: TileProps) {
  return (
    <div className={classes['tile']}>
      <Text component="p" size="sm" c="dimmed">
        {label}
      </Text>
      <p className={classes['value']}>
        {value.toLocaleString('en')}
        {note && <span className={classes['note']}>{note}</span>}
      </p>
      <Sparkline values={days} label={`${label}, each of the last ${days.length} days: ${days.join(', ')}`} />
    </div>
  );
}
