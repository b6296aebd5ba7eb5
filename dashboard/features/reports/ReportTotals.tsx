import { Text } from '@mantine/core';
import { MEASURE_COLOURS } from '../../components/measures.ts';
import { TileGrid } from '../../components/TileGrid.tsx';
import type { UsageFigures, UsageReport } from './api.ts';
import { describeChange } from './change.ts';
import { FigureLink } from './FigureLink.tsx';
import { previousPeriodOf, type Period } from './period.ts';
import classes from './Reports.module.css';
import { formatTime } from '../../format/format.ts';
import { t, type Label } from '../../language/t.ts';

type TotalName = Exclude<keyof UsageFigures, 'sessions_failed' | 'skills_failed'>;

const SHOWN: readonly { name: TotalName; label: Label }[] = [
  { name: 'sessions', label: t('Sessions') },
  { name: 'minutes', label: t('Training time in minutes') },
  { name: 'tasks_created', label: t('Tasks created') },
  { name: 'tasks_completed', label: t('Tasks completed') },
  { name: 'skills_run', label: t('Skill runs') },
];

/** The totals of the period, compared with the period of equal length before it. */
export function ReportTotals({ report: { total, before }, period }: { report: UsageReport; period: Period }) {
  const earlier = previousPeriodOf(period);
  const dates = { from: formatTime('date', earlier.from), to: formatTime('date', earlier.to) };
  const isCompared = Object.values(before).some((value) => value > 0);
  return (
    <>
      <TileGrid>
        {SHOWN.map(({ name, label }) => (
          <div key={name} className={classes['tile']}>
            <Text component="p" size="sm" c="dimmed">
              <span className={classes['dot']} style={{ background: MEASURE_COLOURS[name] }} />
              {label}
            </Text>
            <p className={classes['value']}>
              <FigureLink name={name} value={total[name]} scope={period} />
            </p>
            {isCompared && (
              <Text component="p" size="xs" c="dimmed">
                {describeChange(total[name], before[name])}
              </Text>
            )}
          </div>
        ))}
      </TileGrid>
      <Text component="p" size="xs" c="dimmed" className={classes['compared'] ?? ''}>
        {isCompared
          ? t('Compared with the previous period, {from} to {to}.', dates)
          : t('There is no data from {from} to {to} to compare with.', dates)}
      </Text>
    </>
  );
}
