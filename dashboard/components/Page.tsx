import { Text, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import type { ReactNode } from 'react';
import classes from './Page.module.css';

type PageProps = {
  title: string;
  /** The link back to the list. */
  crumb?: ReactNode;
  about?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
};

/** The frame of a page: heading, description and actions. */
export function Page({ title, crumb, about, actions, children }: PageProps) {
  useDocumentTitle(`${title} · Tenant Ops`);
  return (
    <div className={classes['page']}>
      <header className={classes['header']}>
        <div>
          {crumb && <div className={classes['crumb']}>{crumb}</div>}
          <Title order={1}>{title}</Title>
          {about && (
            <Text component="p" c="dimmed" size="sm" maw={680}>
              {about}
            </Text>
          )}
        </div>
        {actions && <div className={classes['actions']}>{actions}</div>}
      </header>
      {children}
    </div>
  );
}
