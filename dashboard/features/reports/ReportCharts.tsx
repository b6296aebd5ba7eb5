import { Text } from '@mantine/core';
import { LazyTrendChart } from '../../components/LazyTrendChart.tsx';
import type { UsageReport } from './api.ts';
import classes from './Reports.module.css';
import { t } from '../../language/t.ts';

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
        <LazyTrendChart days={days} series={WORK} />
      </section>
      <section className={classes['panel']} aria-label={t('Training time in minutes')}>
        <Text component="h2" fw={600} size="sm" mb="sm">
          {t('Training time in minutes')}
        </Text>
        <LazyTrendChart days={days} series={TIME} />
      </section>
    </div>
  );
}
