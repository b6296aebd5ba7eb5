import { Text } from '@mantine/core';
import { LazyTrendChart } from '../../components/LazyTrendChart.tsx';
import type { ActivityDay } from './api.ts';
import classes from './Home.module.css';
import { t } from '../../language/t.ts';

const SERIES = [
  { name: 'tasks_created', label: t('Tasks created') },
  { name: 'tasks_completed', label: t('Tasks completed') },
  { name: 'sessions', label: t('Sessions') },
] as const;

export function ActivityChart({ days }: { days: readonly ActivityDay[] }) {
  return (
    <section className={classes['panel']} aria-label={t('Activity')}>
      <Text component="h2" fw={600} size="sm" mb="sm">
        {t('Activity per day')}
      </Text>
      <LazyTrendChart days={days} series={SERIES} />
      {days.some(({ tasks_completed }) => tasks_completed === null) && (
        <Text size="xs" c="dimmed" mt="xs">
          {t('The chart counts the newest 20,000 completed tasks. Older days have no figure.')}
        </Text>
      )}
    </section>
  );
}
