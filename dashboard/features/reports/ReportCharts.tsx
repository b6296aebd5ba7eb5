import { Text } from '@mantine/core';
import { SkeletonBlock } from '../../components/LoadingPlaceholder.tsx';
import { lazyComponent } from '../../hooks/lazyComponent.tsx';
import type { UsageReport } from './api.ts';
import classes from './Reports.module.css';
import { t } from '../../language/t.ts';

// Loaded lazily, since charts are large.
const TrendChart = lazyComponent(
  async () => (await import('../../components/TrendChart.tsx')).TrendChart,
  <SkeletonBlock height={240} />,
);

const WORK = [
  { name: 'sessions', label: t('Sessions') },
  { name: 'tasks_created', label: t('Tasks created') },
  { name: 'tasks_completed', label: t('Tasks completed') },
  { name: 'skills_run', label: t('Skill runs') },
] as const;
const TIME = [{ name: 'minutes', label: t('Training time in minutes') }] as const;

export function ReportCharts({ report }: { report: UsageReport }) {
  const days = report.rows.map((row) => ({ ...row, day: row.starts_on }));
  return (
    <div className={classes['charts']}>
      <section className={classes['panel']} aria-label={t('Numbers of sessions, tasks and skill runs')}>
        <Text component="h2" fw={600} size="sm" mb="sm">
          {t('Numbers of sessions, tasks and skill runs')}
        </Text>
        <TrendChart days={days} series={WORK} />
      </section>
      <section className={classes['panel']} aria-label={t('Training time in minutes')}>
        <Text component="h2" fw={600} size="sm" mb="sm">
          {t('Training time in minutes')}
        </Text>
        <TrendChart days={days} series={TIME} />
      </section>
    </div>
  );
}
