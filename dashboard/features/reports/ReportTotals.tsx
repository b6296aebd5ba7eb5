import { Text } from '@mantine/core';
import { TileGrid } from '../../components/TileGrid.tsx';
import type { UsageFigures, UsageReport } from './api.ts';
import classes from './Reports.module.css';
import { formatNumber } from '../../format/format.ts';
import { t } from '../../language/t.ts';

const SHOWN: readonly { name: keyof UsageFigures; label: string }[] = [
  { name: 'sessions', label: t('Sessions') },
  { name: 'minutes', label: t('Training time in minutes') },
  { name: 'tasks_created', label: t('Tasks created') },
  { name: 'tasks_completed', label: t('Tasks completed') },
  { name: 'skills_run', label: t('Skill runs') },
];

/** The totals of the period, compared with the period of equal length before it. */
export function ReportTotals({ report: { total, before } }: { report: UsageReport }) {
  return (
    <TileGrid>
      {SHOWN.map(({ name, label }) => (
        <div key={name} className={classes['tile']}>
          <Text component="p" size="sm" c="dimmed">
            {label}
          </Text>
          <p className={classes['value']}>{formatNumber(total[name])}</p>
          <Text component="p" size="xs" c="dimmed">
            {changeWords(total[name], before[name])}
          </Text>
        </div>
      ))}
    </TileGrid>
  );
}

function changeWords(now: number, before: number): string {
  if (before === 0)
    return now === 0 ? t('None in this or the previous period') : t('None in the previous period');
  const percent = Math.round(((now - before) / before) * 100);
  if (percent === 0) return t('Same as in the previous period');
  return t('{change} % compared to {before}', {
    change: (percent > 0 ? '+' : '−') + formatNumber(Math.abs(percent)),
    before,
  });
}
