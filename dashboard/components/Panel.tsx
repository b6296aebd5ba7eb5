import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './Panel.module.css';

type PanelProps = { title: string; about?: ReactNode; actions?: ReactNode; children: ReactNode };

/** A piece of a page with a heading of its own. */
export function Panel({ title, about, actions, children }: PanelProps) {
  return (
    <section className={classes['panel']} aria-label={title}>
      <header className={classes['header']}>
        <div>
          <Text component="h2" fw={600} size="sm" m={0}>
            {title}
          </Text>
          {about && (
            <Text component="p" c="dimmed" size="sm" maw={640}>
              {about}
            </Text>
          )}
        </div>
        {actions && <div className={classes['actions']}>{actions}</div>}
      </header>
      {children}
    </section>
  );
}
