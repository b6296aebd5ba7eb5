import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Icon, type IconName } from '../../components/Icon.tsx';
import classes from './Home.module.css';

type HomePanelProps = { title: string; note?: ReactNode; more?: ReactNode; children: ReactNode };

/** A section of the home page with a heading. */
export function HomePanel({ title, note, more, children }: HomePanelProps) {
  return (
    <section className={classes['panel']} aria-label={title}>
      <header className={classes['head']}>
        <Text component="h2" fw={600} size="sm">
          {title}
        </Text>
        {note && (
          <Text size="xs" c="dimmed">
            {note}
          </Text>
        )}
        {more && <span className={classes['more']}>{more}</span>}
      </header>
      {children}
    </section>
  );
}

export function HomeRows({ children }: { children: readonly ReactNode[] }) {
  return children.length === 0 ? null : <ul className={classes['rows']}>{children}</ul>;
}

export function EmptyHomePanel({
  icon,
  title,
  children,
}: {
  icon: IconName;
  title: string;
  children: ReactNode;
}) {
  return (
    <div className={classes['nothing']}>
      <Icon name={icon} size={20} />
      <div>
        <Text component="p" size="sm" fw={550}>
          {title}
        </Text>
        <Text component="p" size="sm" c="dimmed">
          {children}
        </Text>
      </div>
    </div>
  );
}
