import '@mantine/core/styles/Drawer.layer.css';
import { Drawer } from '@mantine/core';
import type { ReactNode } from 'react';
import { useIsTopDialog } from '../hooks/useIsTopDialog.ts';
import classes from './SideDrawer.module.css';
import { t } from '../language/t.ts';

type SideDrawerProps = {
  title: ReactNode;
  onClose: () => void;
  /** Actions of the record, beside the title. */
  actions?: ReactNode;
  children: ReactNode;
};

/** A record in a drawer beside its list; on a phone it fills the screen. */
export function SideDrawer({ title, onClose, actions, children }: SideDrawerProps) {
  return (
    <Drawer.Root
      opened
      onClose={onClose}
      closeOnEscape={useIsTopDialog()}
      position="right"
      size={560}
      classNames={PARTS}
    >
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
