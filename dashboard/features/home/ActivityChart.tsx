import { Skeleton, Text } from '@mantine/core';
import { lazy, Suspense } from 'react';
import type { Day } from './api.ts';
import classes from './Home.module.css';
import { t } from '../../language/t.ts';

// Loaded lazily, since charts are large.
const TrendChart = lazy(async () => ({
  default: (await import('../../components/TrendChart.tsx')).TrendChart,
}));

const SERIES = [
  { name: 'tasks_created', label: t('Tasks created') },
  { name: 'tasks_completed', label: t('Tasks completed') },
  { name: 'sessions', label: t('Sessions') },
] as const;

export function ActivityChart({ days }: { days: readonly Day[] }) {
  return (
    <section className={classes['panel']} aria-label={t('Activity')}>
      <Text component="h2" fw={600} size="sm" mb="sm">
        {t('Activity by day')}
      </Text>
      <Suspense fallback={<Skeleton height={240} radius="md" />}>
        <TrendChart days={days} series={SERIES} />
      </Suspense>
    </section>
  );
}
