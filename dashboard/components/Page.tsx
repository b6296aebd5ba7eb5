import { Text, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import type { ReactNode } from 'react';
import type { GuideName } from '../../src/features/reference/contract.ts';
import classes from './Page.module.css';
import { t, type Label } from '../language/t.ts';
import type { LabelContent } from '../language/T.tsx';

type PageProps = {
  title: Label;
  /** The link back to the list that contains this record. */
  crumb?: ReactNode;
  about?: LabelContent;
  /** The guide that explains the page for developers. */
  guide?: GuideName | undefined;
  actions?: ReactNode;
  children: ReactNode;
};

/** The frame of a page: heading, description and actions. */
export function Page({ title, crumb, about, guide, actions, children }: PageProps) {
  useDocumentTitle(`${title} · Tenant Ops`);
  return (
    <div className={classes['page']}>
      <header className={classes['header']}>
        <div>
          {crumb && <div className={classes['crumb']}>{crumb}</div>}
          <Title order={1}>{title}</Title>
          {about && (
            <Text component="p" c="dimmed" size="sm" maw={680}>
              {about} {guide && <a href={`/docs/guides/${guide}`}>{t('Read the guide')}</a>}
            </Text>
          )}
        </div>
        {actions && <div className={classes['actions']}>{actions}</div>}
      </header>
      {children}
    </div>
  );
}
