import type { Report } from './api.ts';
import { csvOf } from './csv.ts';
import { saveFile } from './saveFile.ts';
import type { Period } from './period.ts';

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
    `${by} from (UTC)`,
    'Sessions',
    'Failed sessions',
    'Minutes',
    'Tasks created',
    'Tasks completed',
    'Skills run',
    'Failed skills',
  ];
  saveFile(`report-by-${by}-${from}-${to}.csv`, csvOf(head, lines));
}
