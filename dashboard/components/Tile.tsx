import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Measure } from './measures.ts';
import { Sparkline } from './Sparkline.tsx';
import classes from './Tile.module.css';
import { formatNumber } from '../format/format.ts';
import { t, type Label } from '../language/t.ts';
import type { LabelContent } from '../language/T.tsx';

type TileProps = {
  label: Label;
  value: ReactNode;
  note?: LabelContent;
  /** The values of the last days, drawn as a sparkline in the colour of the measure. */
  trend?: { measure: Measure; days: readonly number[] };
  /** A link to the source of the figure; the whole tile is clickable. */
  link?: ReactNode;
};

export function Tile({ label, value, note, trend, link }: TileProps) {
  return (
    <div className={`${classes['tile']} ${trend ? '' : classes['bare']}`}>
      <Text component="p" size="sm" c="dimmed">
        {link ?? label}
      </Text>
      <p className={classes['value']}>
        {typeof value === 'number' ? formatNumber(value) : value}
        {note && <span className={classes['note']}>{note}</span>}
      </p>
      {trend && (
        <Sparkline
          values={trend.days}
          measure={trend.measure}
          label={t('{label}, each of the last {count} days: {days}', {
            label,
            count: trend.days.length,
            days: trend.days.join(', '),
          })}
        />
      )}
    </div>
  );
}
