import type { Column } from '../../components/columns.ts';
import { ListTable } from '../../components/ListTable.tsx';
import type { UsageReport, ReportRow } from './api.ts';
import { figureColumns } from './figures.ts';
import type { PeriodStep } from './period.ts';
import { formatTime } from '../../format/format.ts';
import { t, type Label } from '../../language/t.ts';

/** The figures of a report per day, week or month, newest first. */
export function PeriodTable({ report, by }: { report: UsageReport; by: PeriodStep }) {
  return (
    <ListTable
      label={t('Figures per period')}
      rows={report.rows.toReversed()}
      columns={[
        { key: 'period', label: LABELS[by], cell: ({ starts_on }) => nameOf(starts_on, by) },
        ...FIGURES,
      ]}
      rowKey={({ starts_on }) => starts_on}
    />
  );
}

const LABELS: Record<PeriodStep, Label> = { day: t('Day'), week: t('Week of'), month: t('Month') };

const FIGURES: readonly Column<ReportRow>[] = figureColumns([
  'sessions',
  'sessions_failed',
  'minutes',
  'tasks_created',
  'tasks_completed',
  'skills_run',
  'skills_failed',
]);

const STYLES = { day: 'weekday', week: 'date', month: 'month' } as const;

function nameOf(starts_on: string, by: PeriodStep): string {
  return formatTime(STYLES[by], starts_on);
}
