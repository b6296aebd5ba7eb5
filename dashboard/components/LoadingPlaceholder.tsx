import { Skeleton, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './States.module.css';
import { t } from '../language/t.ts';

type LoadingPlaceholderProps = { isSlow: boolean; children: ReactNode };

/** Shows a skeleton while content loads, and a text when loading is slow. */
export function LoadingPlaceholder({ isSlow, children }: LoadingPlaceholderProps) {
  return (
    <div role="status" aria-label={t('Loading')} className={classes['awaited']} data-awaited>
      {isSlow && <p className={classes['slow']}>{t('Still loading …')}</p>}
      {children}
    </div>
  );
}

/** A placeholder for content of unknown shape. */
export function SkeletonBlock({ height }: { height: number }) {
  return <Skeleton height={height} radius="md" />;
}

/** A placeholder for a page whose code is not loaded yet. */
export function SkeletonRows() {
  return (
    <Stack gap={24} mt="xl">
      {Array.from({ length: 8 }, (_, row) => (
        <Skeleton key={row} height={12} width={row % 2 === 0 ? '70%' : '55%'} radius="xl" />
      ))}
    </Stack>
  );
}
