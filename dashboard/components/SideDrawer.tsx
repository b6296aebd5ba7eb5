import '@mantine/core/styles/Drawer.layer.css';
import { Drawer, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './SideDrawer.module.css';
import { t } from '../language/t.ts';

type SideDrawerProps = {
  title: ReactNode;
  isOpen: boolean;
  onClose: () => void;
  /** Actions of the record, beside the title. */
  actions?: ReactNode;
  children: ReactNode;
};

/** A record beside its list: wide enough to work in, the whole screen on a phone. */
export function SideDrawer({ title, isOpen, onClose, actions, children }: SideDrawerProps) {
  return (
    <Drawer.Root opened={isOpen} onClose={onClose} position="right" size={560} classNames={PARTS}>
      <Drawer.Overlay backgroundOpacity={0.24} />
      <Drawer.Content>
        <Drawer.Header className={classes['header']}>
          <Drawer.Title className={classes['title']}>{title}</Drawer.Title>
          <div className={classes['actions']}>
            {actions}
            <Drawer.CloseButton aria-label={t('Close')} />
          </div>
        </Drawer.Header>
        <Drawer.Body className={classes['body']}>{children}</Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  );
}

const PARTS = { content: classes['content'] ?? '' };

/** One heading and what belongs to it. */
export function DrawerSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={classes['section']}>
      <Text component="h3" className={classes['heading']}>
        {title}
      </Text>
      {children}
    </section>
  );
}

export type FactRow = readonly [label: string, value: ReactNode];

export function Facts({ rows }: { rows: readonly FactRow[] }) {
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
