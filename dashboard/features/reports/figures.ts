import type { Column } from '../../components/columns.ts';
import { formatNumber } from '../../format/format.ts';
import { t, type Label } from '../../language/t.ts';
import type { ReportRow } from './api.ts';

export type FigureName = Exclude<keyof ReportRow, 'starts_on'>;

const LABELS: Record<FigureName, Label> = {
  sessions: t('Sessions'),
  sessions_failed: t('Failed'),
  minutes: t('Minutes'),
  tasks_created: t('Tasks created'),
  tasks_completed: t('Tasks completed'),
  skills_run: t('Skill runs'),
  skills_failed: t('Failed skill runs'),
};

/** Columns with numbers, in the order of `names`. */
export function figureColumns<Name extends FigureName>(
  names: readonly Name[],
): readonly Column<Record<Name, number>>[] {
  return names.map((name) => {
    return { key: name, label: LABELS[name], cell: (row) => formatNumber(row[name]), align: 'end' };
  });
}
