import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Sparkline } from './Sparkline.tsx';
import classes from './Tile.module.css';
import { formatNumber } from '../format/format.ts';
import { t, type Label } from '../language/t.ts';
import type { LabelContent } from '../language/T.tsx';

type TileProps = {
  label: Label;
  value: ReactNode;
  note?: LabelContent;
  /** The values of the last days, drawn as a sparkline. */
  dailyValues?: readonly number[];
  /** A link to the source of the figure; the whole tile is clickable. */
  link?: ReactNode;
};

export function Tile({ label, value, note, dailyValues, link }: TileProps) {
  return (
    <div className={`${classes['tile']} ${dailyValues ? '' : classes['bare']}`}>
      <Text component="p" size="sm" c="dimmed">
        {link ?? label}
      </Text>
      <p className={classes['value']}>
        {typeof value === 'number' ? formatNumber(value) : value}
        {note && <span className={classes['note']}>{note}</span>}
      </p>
      {dailyValues && (
        <Sparkline
          values={dailyValues}
          label={t('{label}, each of the last {count} days: {days}', {
            label,
            count: dailyValues.length,
            days: dailyValues.join(', '),
          })}
        />
      )}
    </div>
  );
}
