import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './FactList.module.css';
import type { Label } from '../language/t.ts';

/** A section of a drawer with its heading. */
export function DrawerSection({ title, children }: { title: Label; children: ReactNode }) {
  return (
    <section className={classes['section']}>
      <Text component="h3" className={classes['heading']}>
        {title}
      </Text>
      {children}
    </section>
  );
}

export type FactRow = readonly [label: Label, value: ReactNode];

export function FactList({ rows }: { rows: readonly FactRow[] }) {
  return (
    <dl className={classes['facts']}>
      {rows.map(([label, value]) => (
        <div key={label} className={classes['fact']}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
