import type { UsageReport } from './api.ts';
import { toCsv } from '../../format/csv.ts';
import { downloadCsv } from '../../format/downloadCsv.ts';
import { accountTimeZone } from '../../format/format.ts';
import type { Period } from './period.ts';
import { t } from '../../language/t.ts';

export function downloadReportCsv({ rows }: UsageReport, { from, to, by }: Period): void {
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
  downloadCsv(`report-by-${by}-${from}-${to}.csv`, toCsv(head, lines));
}
