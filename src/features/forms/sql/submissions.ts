import { pageOf, type RowWithTotal } from '../../../lib/sql/paging.ts';
import type { Fragment, Queryable, Transaction } from '../../../lib/sql/sql.ts';
import type { Form } from '../contract.ts';
import type { Submission, SubmissionFilter } from '../submissions/contract.ts';

export type FormForSubmission = Pick<Form, 'name' | 'fields' | 'is_active'>;

export async function findFormForSubmission(
  db: Queryable,
  account_id: string,
  id: string,
): Promise<FormForSubmission | undefined> {
  const [form] = await db<FormForSubmission[]>`
    select form.name, form.fields, form.is_active
    from forms as form
    where form.account_id = ${account_id}
      and form.id = ${id}`;
  return form;
}

export async function findUserAndTaskOfSession(
  tx: Transaction,
  account_id: string,
  id: string,
): Promise<{ user_id: string; task_id: string | null } | undefined> {
  const [session] = await tx<{ user_id: string; task_id: string | null }[]>`
    select session.user_id, session.task_id
    from sessions as session
    where session.account_id = ${account_id}
      and session.id = ${id}
      and session.deleted_at is null`;
  return session;
}

export async function hasTask(tx: Transaction, account_id: string, id: string): Promise<boolean> {
  const found = await tx`
    select 1
    from tasks as task
    where task.account_id = ${account_id}
      and task.id = ${id}`;
  return found.length === 1;
}

export async function findWearerIdOfSeat(
  tx: Transaction,
  account_id: string,
  seat_id: string,
): Promise<string | null> {
  const [seat] = await tx<{ user_id: string | null }[]>`
    select seat.user_id
    from seats as seat
    where seat.account_id = ${account_id}
      and seat.id = ${seat_id}`;
  return seat?.user_id ?? null;
}

export type SubmissionRow = Pick<
  Submission,
  | 'id'
  | 'form_id'
  | 'form_name'
  | 'fields'
  | 'answers'
  | 'missing'
  | 'session_id'
  | 'task_id'
  | 'submitted_by'
> & { user_id: string | null; submitted_at: Date };

export async function insertSubmission(
  tx: Transaction,
  account_id: string,
  row: SubmissionRow,
): Promise<void> {
  await tx`
    insert into form_submissions (
      account_id, id, form_id, form_name, fields, answers, missing,
      session_id, task_id, user_id, submitted_by, submitted_at
    )
    values (
      ${account_id}, ${row.id}, ${row.form_id}, ${row.form_name}, ${JSON.stringify(row.fields)}::text::json,
      ${JSON.stringify(row.answers)}::text::jsonb, ${row.missing}, ${row.session_id}, ${row.task_id},
      ${row.user_id}, ${row.submitted_by}, ${row.submitted_at}
    )`;
}

export async function findSubmission(
  db: Queryable,
  account_id: string,
  id: string,
): Promise<Submission | undefined> {
  const [submission] = await db<Submission[]>`
    select ${submissionColumns(db)}
    from form_submissions as submission
    ${withNames(db, account_id)}
    where submission.account_id = ${account_id}
      and submission.id = ${id}`;
  return submission;
}

/** Reads the page and the total with one statement, so that both come from one snapshot. */
export async function listSubmissions(
  db: Queryable,
  account_id: string,
  filter: SubmissionFilter,
): Promise<{ submissions: Submission[]; total: number }> {
  const rows = await db<RowWithTotal<Submission>[]>`
    select matching.total, page.*
    from (
      select count(*)::int as total
      from form_submissions as submission
      where submission.account_id = ${account_id}
        ${matches(db, filter)}
    ) as matching
    left join lateral (
      select ${submissionColumns(db)}
      from (
        select *
        from form_submissions as submission
        where submission.account_id = ${account_id}
          ${matches(db, filter)}
        order by submission.submitted_at desc, submission.id desc
        limit ${filter.limit}
        offset ${filter.offset}
      ) as submission
      ${withNames(db, account_id)}
    ) as page on true
    order by page.submitted_at desc, page.id desc`;
  const { shown, total } = pageOf(rows);
  return { submissions: shown, total };
}

export type SubmissionExportRow = Omit<Submission, 'fields'>;

/** Lists submissions, oldest first, that follow the submission `after`. */
export async function listSubmissionsForExport(
  db: Queryable,
  account_id: string,
  { form_id, after, limit }: { form_id: string; after: SubmissionExportRow | undefined; limit: number },
): Promise<SubmissionExportRow[]> {
  return db<SubmissionExportRow[]>`
    select ${exportedColumns(db)}
    from form_submissions as submission
    ${withNames(db, account_id)}
    where submission.account_id = ${account_id}
      and submission.form_id = ${form_id}
      ${after ? db`and (submission.submitted_at, submission.id) > (${after.submitted_at}, ${after.id})` : db``}
    order by submission.submitted_at, submission.id
    limit ${limit}`;
}

/** Lists the keys of all answers up to a limit, because earlier versions of the form can have other fields. */
export async function listAnsweredKeys(
  db: Queryable,
  account_id: string,
  form_id: string,
  limit: number,
): Promise<string[]> {
  const keys = await db<{ key: string }[]>`
    select distinct answer.key
    from form_submissions as submission
    cross join lateral jsonb_object_keys(submission.answers) as answer (key)
    where submission.account_id = ${account_id}
      and submission.form_id = ${form_id}
    order by answer.key
    limit ${limit}`;
  return keys.map(({ key }) => key);
}

/** Reads the fields of the newest submission, which exist even if the form was deleted. */
export async function findFieldsOfLatestSubmission(
  db: Queryable,
  account_id: string,
  form_id: string,
): Promise<Submission['fields'] | undefined> {
  const [latest] = await db<Pick<Submission, 'fields'>[]>`
    select submission.fields
    from form_submissions as submission
    where submission.account_id = ${account_id}
      and submission.form_id = ${form_id}
    order by submission.submitted_at desc, submission.id desc
    limit 1`;
  return latest?.fields;
}

function matches(db: Queryable, { form_id, session_id, task_id }: SubmissionFilter): Fragment {
  return db`
    ${form_id === undefined ? db`` : db`and submission.form_id = ${form_id}`}
    ${session_id === undefined ? db`` : db`and submission.session_id = ${session_id}`}
    ${task_id === undefined ? db`` : db`and submission.task_id = ${task_id}`}`;
}

function submissionColumns(db: Queryable): Fragment {
  return db`
    submission.fields,
    ${exportedColumns(db)}`;
}

function exportedColumns(db: Queryable): Fragment {
  return db`
    submission.id,
    submission.form_id,
    submission.form_name,
    submission.answers,
    submission.missing,
    submission.session_id,
    session.session_name,
    submission.task_id,
    task.title as task_title,
    submission.submitted_by,
    case
      when person.id is not null
      then json_build_object('user_id', person.id, 'name', person.full_name)
    end as user,
    submission.submitted_at`;
}

function withNames(db: Queryable, account_id: string): Fragment {
  return db`
    left join sessions as session
      on session.account_id = ${account_id}
      and session.id = submission.session_id
    left join tasks as task
      on task.account_id = ${account_id}
      and task.id = submission.task_id
    left join users as person
      on person.account_id = ${account_id}
      and person.id = submission.user_id`;
}
