import { ActionIcon } from '@mantine/core';
import type { KeyboardEventHandler, PointerEventHandler } from 'react';
import { t } from '../../../language/t.ts';
import classes from './Editor.module.css';

export type DragHandleProps = {
  'data-handle': boolean;
  'aria-pressed': boolean;
  onKeyDown: KeyboardEventHandler;
  onPointerDown: PointerEventHandler;
};

const DOTS = [5, 12, 19].flatMap((y) => [
  [9, y],
  [15, y],
]);

/** The handle that moves a field by drag and drop or with the keyboard. */
export function DragHandle({ name, ...held }: DragHandleProps & { name: string }) {
  return (
    <ActionIcon
      {...held}
      className={classes['handle']}
      variant="subtle"
      color="gray"
      aria-label={t('Reorder {name}', { name })}
      aria-description={t(
        'Press Space to pick up or drop the field, arrow keys to move it, Escape to cancel.',
      )}
    >
      <svg width={16} height={16} viewBox="0 0 24 24" fill="currentColor" aria-hidden="true">
        {DOTS.map(([x, y]) => (
          <circle key={`${x} ${y}`} cx={x} cy={y} r={1.8} />
        ))}
      </svg>
    </ActionIcon>
  );
}
