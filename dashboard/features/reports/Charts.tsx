import { Skeleton, Text } from '@mantine/core';
import { lazy, Suspense } from 'react';
import type { Report } from './api.ts';
import classes from './Reports.module.css';
import { t } from '../../language/t.ts';

// Loaded lazily, since charts are large.
const TrendChart = lazy(async () => ({
  default: (await import('../../components/TrendChart.tsx')).TrendChart,
}));

const WORK = [
  { name: 'sessions', label: t('Sessions') },
  { name: 'tasks_created', label: t('Tasks created') },
  { name: 'tasks_completed', label: t('Tasks completed') },
  { name: 'skills_run', label: t('Skills run') },
] as const;
const TIME = [{ name: 'minutes', label: t('Minutes trained') }] as const;

export function Charts({ report }: { report: Report }) {
  const days = report.rows.map((row) => ({ ...row, day: row.starts_on }));
  return (
    <div className={classes['charts']}>
      <section className={classes['panel']} aria-label={t('Sessions, tasks and skills')}>
        <Text component="h2" fw={600} size="sm" mb="sm">
          {t('Sessions, tasks and skills')}
        </Text>
        <Suspense fallback={<Skeleton height={240} radius="md" />}>
          <TrendChart days={days} series={WORK} />
        </Suspense>
      </section>
      <section className={classes['panel']} aria-label={t('Minutes trained')}>
        <Text component="h2" fw={600} size="sm" mb="sm">
          {t('Minutes trained')}
        </Text>
        <Suspense fallback={<Skeleton height={240} radius="md" />}>
          <TrendChart days={days} series={TIME} />
        </Suspense>
      </section>
    </div>
  );
}
