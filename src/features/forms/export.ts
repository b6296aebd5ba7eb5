import type { Context } from '../../access/context.ts';
import { notFound } from '../../access/notFound.ts';
import { csvLine, CSV_MARK } from '../../lib/text/csv.ts';
import { createYielder } from '../../lib/concurrency/yielder.ts';
import type { Submission } from './submissions/contract.ts';
import { selectSupportedFields } from './fields.ts';
import * as queries from './sql/submissions.ts';

const AT_ONCE = 50;
/** Spreadsheet programs support few more columns. Further answers are written as JSON into one last column. */
const MOST_COLUMNS = 1_000;

type Column = { key: string; label: string };
type Columns = { named: readonly Column[]; has_others: boolean };

/** Streams the submissions of a form as CSV, oldest first, with one column per field. */
export async function exportSubmissions(ctx: Context, form_id: string): Promise<AsyncGenerator<string>> {
  const { db, account_id } = ctx;
  const form = await queries.findFormForSubmission(db, account_id, form_id);
  const fields = form?.fields ?? (await queries.findFieldsOfLatestSubmission(db, account_id, form_id));
  if (!fields) throw notFound('Form');
  const answered = await queries.listAnsweredKeys(db, account_id, form_id, 2 * MOST_COLUMNS);
  return linesOf(ctx, form_id, columnsOf(fields, answered));
}

async function* linesOf(
  { db, account_id }: Context,
  form_id: string,
  columns: Columns,
): AsyncGenerator<string> {
  const pause = createYielder();
  yield CSV_MARK + headOf(columns);
  for (let after: queries.SubmissionExportRow | undefined; ;) {
    const page = await queries.listSubmissionsForExport(db, account_id, { form_id, after, limit: AT_ONCE });
    for (const submission of page) {
      yield lineOf(submission, columns);
      await pause();
    }
    after = page.at(-1);
    if (page.length < AT_ONCE) return;
  }
}

const ABOUT = ['Submitted', 'Person', 'Session', 'Task', 'Missing', 'Submission'];

function headOf({ named, has_others }: Columns): string {
  return csvLine([...ABOUT, ...named.map(({ label }) => label), ...(has_others ? ['Other answers'] : [])]);
}

function lineOf(submission: queries.SubmissionExportRow, { named, has_others }: Columns): string {
  const answers = new Map<string, unknown>(Object.entries(submission.answers));
  const own = named.map(({ key }) => answers.get(key));
  for (const { key } of named) answers.delete(key);
  return csvLine([
    submission.submitted_at,
    submission.user?.name,
    submission.session_name ?? submission.session_id,
    submission.task_title ?? submission.task_id,
    submission.missing.join(', '),
    submission.id,
    ...own,
    ...(has_others ? [answers.size > 0 ? Object.fromEntries(answers) : undefined] : []),
  ]);
}

/** The columns: first the current fields in order, then keys with answers that have no field now. */
function columnsOf(fields: Submission['fields'], answered: readonly string[]): Columns {
  const known = selectSupportedFields(fields).map(({ key, label }) => ({ key, label }));
  const keys = new Set(known.map(({ key }) => key));
  const others = answered.filter((key) => !keys.has(key)).map((key) => ({ key, label: key }));
  const all = [...known, ...others];
  return { named: all.slice(0, MOST_COLUMNS), has_others: all.length > MOST_COLUMNS };
}
