import type { Report } from './api.ts';
import { toCsv } from './csv.ts';
import { saveFile } from './saveFile.ts';
import { accountTimeZone } from '../../format/format.ts';
import type { Period } from './period.ts';
import { t } from '../../language/t.ts';

export function exportRows({ rows }: Report, { from, to, by }: Period): void {
  const lines = rows.map((row) => [
    row.starts_on,
    row.sessions,
    row.sessions_failed,
    row.minutes,
    row.tasks_created,
    row.tasks_completed,
    row.skills_run,
    row.skills_failed,
  ]);
  const head = [
    t('{by} from ({zone})', { by, zone: accountTimeZone() }),
    t('Sessions'),
    t('Failed sessions'),
    t('Minutes'),
    t('Tasks created'),
    t('Tasks completed'),
    t('Skill runs'),
    t('Failed skills'),
  ];
  saveFile(`report-by-${by}-${from}-${to}.csv`, toCsv(head, lines));
}
