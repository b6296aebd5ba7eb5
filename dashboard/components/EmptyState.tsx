import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Icon, type IconName } from './Icon.tsx';
import classes from './States.module.css';
import type { Label } from '../language/t.ts';
import type { LabelContent } from '../language/T.tsx';

export type EmptyStateProps = { icon: IconName; title: Label; text: LabelContent; action?: ReactNode };

/** The state of an empty list: what the list will contain, and the next step for the user. */
export function EmptyState({ icon, title, text, action }: EmptyStateProps) {
  return (
    <div className={classes['state']} data-empty>
      <span className={classes['icon']}>
        <Icon name={icon} size={24} />
      </span>
      <Text component="p" fw={600}>
        {title}
      </Text>
      <Text component="p" c="dimmed" size="sm" maw={440}>
        {text}
      </Text>
      {action && <div className={classes['action']}>{action}</div>}
    </div>
  );
}
