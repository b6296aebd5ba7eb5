import type { Context } from '../../access/context.ts';
import { notFound } from '../../lib/errors.ts';
import { csvLine } from '../../lib/csv.ts';
import type { Submission } from './contract.ts';
import { readFields } from './fields.ts';
import * as queries from './filled/queries.ts';

const AT_ONCE = 500;
/** Tells spreadsheets that the text is UTF-8. */
const MARK = '\ufeff';

type Column = { key: string; label: string };

/** A form's submissions as CSV, oldest first, one column an answer; read piece by piece, however many there are. */
export async function exportSubmissions(ctx: Context, form_id: string): Promise<AsyncGenerator<string>> {
  const { db, account_id } = ctx;
  const form = await queries.findFillable(db, account_id, form_id);
  const fields = form?.fields ?? (await queries.findLatestFields(db, account_id, form_id));
  if (!fields) throw notFound('Form');
  const answered = await queries.listAnsweredKeys(db, account_id, form_id);
  return linesOf(ctx, form_id, columnsOf(fields, answered));
}

async function* linesOf(
  { db, account_id }: Context,
  form_id: string,
  columns: readonly Column[],
): AsyncGenerator<string> {
  yield MARK + csvLine([...ABOUT, ...columns.map(({ label }) => label)]);
  for (let after: Submission | undefined; ;) {
    const page = await queries.listForExport(db, account_id, { form_id, after, limit: AT_ONCE });
    yield page.map((submission) => lineOf(submission, columns)).join('');
    after = page.at(-1);
    if (page.length < AT_ONCE) return;
  }
}

const ABOUT = ['Submitted', 'Person', 'Session', 'Task', 'Missing', 'Submission'];

function lineOf(submission: Submission, columns: readonly Column[]): string {
  const answers = new Map<string, unknown>(Object.entries(submission.answers));
  return csvLine([
    submission.submitted_at,
    submission.user?.name,
    submission.session_name ?? submission.session_id,
    submission.task_title ?? submission.task_id,
    submission.missing.join(', '),
    submission.id,
    ...columns.map(({ key }) => answers.get(key)),
  ]);
}

/** The fields in their order, then whatever else was answered. */
function columnsOf(fields: Submission['fields'], answered: readonly string[]): Column[] {
  const known = readFields(fields).map(({ key, label }) => ({ key, label }));
  const others = answered.filter((key) => !known.some((one) => one.key === key));
  return [...known, ...others.map((key) => ({ key, label: key }))];
}
