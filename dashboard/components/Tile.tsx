import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Sparkline } from './Sparkline.tsx';
import classes from './Tile.module.css';
import { formatNumber } from '../format/format.ts';
import { t } from '../language/t.ts';

type TileProps = {
  label: string;
  value: number | string;
  note?: ReactNode;
  /** The trend of the figure. */
  days?: readonly number[];
  /** A link to the source of the figure, which covers the tile. */
  link?: ReactNode;
};

/** A figure with a label. */
export function Tile({ label, value, note, days, link }: TileProps) {
  return (
    <div className={`${classes['tile']} ${days ? '' : classes['bare']}`}>
      <Text component="p" size="sm" c="dimmed">
        {link ?? label}
      </Text>
      <p className={classes['value']}>
        {typeof value === 'number' ? formatNumber(value) : value}
        {note && <span className={classes['note']}>{note}</span>}
      </p>
      {days && (
        <Sparkline
          values={days}
          label={t('{label}, each of the last {count} days: {days}', {
            label,
            count: days.length,
            days: days.join(', '),
          })}
        />
      )}
    </div>
  );
}
