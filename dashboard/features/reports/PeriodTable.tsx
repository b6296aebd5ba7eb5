import type { Column } from '../../components/columns.ts';
import { ListTable } from '../../components/ListTable.tsx';
import type { Report, ReportRow } from './api.ts';
import type { Step } from './period.ts';
import { formatTime, formatNumber } from '../../format/format.ts';
import { t } from '../../language/t.ts';

/** Newest first. */
export function PeriodTable({ report, by }: { report: Report; by: Step }) {
  return (
    <ListTable
      label={t('Figures per period')}
      rows={report.rows.toReversed()}
      columns={[{ label: LABELS[by], cell: ({ starts_on }) => nameOf(starts_on, by) }, ...FIGURES]}
      rowKey={({ starts_on }) => starts_on}
    />
  );
}

const LABELS: Record<Step, string> = { day: t('Day'), week: t('Week of'), month: t('Month') };

const FIGURES: readonly Column<ReportRow>[] = [
  { label: t('Sessions'), cell: ({ sessions }) => formatFigure(sessions), align: 'end' },
  { label: t('Failed'), cell: ({ sessions_failed }) => formatFigure(sessions_failed), align: 'end' },
  { label: t('Minutes'), cell: ({ minutes }) => formatFigure(minutes), align: 'end' },
  { label: t('Tasks created'), cell: ({ tasks_created }) => formatFigure(tasks_created), align: 'end' },
  { label: t('Tasks completed'), cell: ({ tasks_completed }) => formatFigure(tasks_completed), align: 'end' },
  { label: t('Skill runs'), cell: ({ skills_run }) => formatFigure(skills_run), align: 'end' },
  { label: t('Failed skill runs'), cell: ({ skills_failed }) => formatFigure(skills_failed), align: 'end' },
];

export function formatFigure(count: number): string {
  return formatNumber(count);
}

const STYLES = { day: 'weekday', week: 'date', month: 'month' } as const;

function nameOf(starts_on: string, by: Step): string {
  return formatTime(STYLES[by], starts_on);
}
