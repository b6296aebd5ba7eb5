import { Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './States.module.css';
import { t } from '../language/t.ts';

type AwaitedProps = { isSlow: boolean; children: ReactNode };

/** The placeholder of loading content; after a while it says that loading takes long. */
export function LoadingPlaceholder({ isSlow, children }: AwaitedProps) {
  return (
    <div role="status" aria-label={t('Loading')} className={classes['awaited']} data-awaited>
      {isSlow && <p className={classes['slow']}>{t('Still loading …')}</p>}
      {children}
    </div>
  );
}

/** The place of something whose shape is not known. */
export function SkeletonBlock({ height }: { height: number }) {
  return <Skeleton height={height} radius="md" />;
}
