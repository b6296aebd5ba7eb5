import { readAllPeople, type Report } from './api.ts';
import { csvOf } from './csv.ts';
import { saveFile } from './saveFile.ts';
import type { Period } from './period.ts';

const FIGURES = ['Sessions', 'Failed sessions', 'Minutes'];

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
    ...FIGURES,
    'Tasks created',
    'Tasks completed',
    'Skills run',
    'Failed skills',
  ];
  saveFile(`report-by-${by}-${from}-${to}.csv`, csvOf(head, lines));
}

export async function exportPeople(period: Period): Promise<void> {
  const people = await readAllPeople(period);
  const lines = people.map(({ user, sessions, sessions_failed, minutes, tasks_completed, skills_run }) => [
    user.name,
    user.user_id,
    sessions,
    sessions_failed,
    minutes,
    tasks_completed,
    skills_run,
  ]);
  const head = ['Person', 'Id', ...FIGURES, 'Tasks completed', 'Skills run'];
  saveFile(`report-by-person-${period.from}-${period.to}.csv`, csvOf(head, lines));
}
