import { ListTable } from '../../components/ListTable.tsx';
import type { UsageReport, ReportRow } from './api.ts';
import type { FigureScope } from './FigureLink.tsx';
import { figureColumns } from './figureColumns.tsx';
import { lastDayOf, type Period, type PeriodStep } from './period.ts';
import { formatTime } from '../../format/format.ts';
import { t, type Label } from '../../language/t.ts';

/** The figures of a report per day, week or month, newest first. */
export function PeriodTable({ report, period }: { report: UsageReport; period: Period }) {
  const { by } = period;
  return (
    <ListTable
      label={t('Figures per period')}
      rows={report.rows.toReversed()}
      columns={[
        { key: 'period', label: LABELS[by], cell: ({ starts_on }) => nameOf(starts_on, by) },
        ...figureColumns<ReportRow>(FIGURES, ({ starts_on }) => scopeOf(starts_on, period)),
      ]}
      rowKey={({ starts_on }) => starts_on}
    />
  );
}

const LABELS: Record<PeriodStep, Label> = { day: t('Day'), week: t('Week of'), month: t('Month') };

const FIGURES = [
  'sessions',
  'sessions_failed',
  'minutes',
  'tasks_created',
  'tasks_completed',
  'skills_run',
  'skills_failed',
] as const;

/** Returns the days of a row that belong to the period. Its first and last week or month can be cut off. */
function scopeOf(starts_on: string, { from, to, by }: Period): FigureScope {
  const ends_on = lastDayOf(starts_on, by);
  return { from: starts_on < from ? from : starts_on, to: ends_on > to ? to : ends_on };
}

const STYLES = { day: 'weekday', week: 'date', month: 'month' } as const;

function nameOf(starts_on: string, by: PeriodStep): string {
  return formatTime(STYLES[by], starts_on);
}
