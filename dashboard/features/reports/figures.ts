import { t, type Label } from '../../language/t.ts';
import type { ReportRow } from './api.ts';

export type FigureName = Exclude<keyof ReportRow, 'starts_on'>;

export const FIGURE_LABELS: Record<FigureName, Label> = {
  sessions: t('Sessions'),
  sessions_failed: t('Failed'),
  minutes: t('Minutes'),
  tasks_created: t('Tasks created'),
  tasks_completed: t('Tasks completed'),
  skills_run: t('Skill runs'),
  skills_failed: t('Failed skill runs'),
};
