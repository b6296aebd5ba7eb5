import type { Fragment, Queryable } from '../../lib/sql/sql.ts';

export type DueCondition = { name: string; is_due: Fragment };

/** Returns the names of the jobs with due work, with one statement. */
// across accounts: background work serves all accounts
export async function listDueJobs(db: Queryable, questions: readonly DueCondition[]): Promise<Set<string>> {
  const each = questions.map(({ name, is_due }) => db`select ${name}::text as name where ${is_due}`);
  const all = each.reduce((before, next) => db`${before} union all ${next}`);
  const rows = await db<{ name: string }[]>`${all}`;
  return new Set(rows.map(({ name }) => name));
}
