import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './Panel.module.css';
import type { Label } from '../language/t.ts';
import type { LabelContent } from '../language/T.tsx';

type PanelProps = { title: Label; about?: LabelContent; actions?: ReactNode; children: ReactNode };

/** A section of a page with its own heading. */
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
