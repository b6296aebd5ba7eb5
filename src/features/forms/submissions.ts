import type { Context } from '../../access/context.ts';
import { notFound } from '../../access/notFound.ts';
import { badRequest, Failure } from '../../lib/errors.ts';
import { accessReasons } from '../../access/reasons.ts';
import { newId } from '../../lib/ids.ts';
import { setCommitProof, transaction, type Transaction } from '../../lib/sql/sql.ts';
import type {
  NewSubmission,
  Submission,
  SubmissionFilter,
  SubmissionPage,
  SubmissionResult,
} from './submissions/contract.ts';
import {
  assertAnswersMatchFields,
  assertExactNumbers,
  listMissingFieldKeys,
  selectSupportedFields,
} from './fields.ts';
import * as queries from './sql/submissions.ts';

/**
 * Stores a submission together with a copy of the form's current fields. It may be incomplete: `missing` lists required
 * fields without an answer. `owner_id` differs from the account if a platform skill uses a library form.
 */
export async function submitForm(
  ctx: Context,
  input: NewSubmission,
  owner_id = ctx.account_id,
): Promise<SubmissionResult> {
  const { db, account_id, actor, now } = ctx;
  const { form_id, answers } = input;
  const id = newId(now);
  return transaction(db, async (tx) => {
    const form = await readFillable(tx, owner_id, form_id);
    const fields = selectSupportedFields(form.fields);
    assertExactNumbers(answers, 'answers');
    assertAnswersMatchFields(fields, answers);
    const missing = listMissingFieldKeys(fields, answers);
    const occasion = await readOccasion(tx, ctx, input);
    const filled = { form_id, form_name: form.name, fields: form.fields, answers, missing };
    const row = { id, ...filled, ...occasion, submitted_by: actor.kind, submitted_at: now };
    await queries.insertSubmission(tx, account_id, row);
    setCommitProof(tx, async (later) => Boolean(await queries.findSubmission(later, account_id, id)));
    return { submission_id: id, form_id, answers, missing };
  });
}

/** Lists submissions, newest first: all of the account, or those of one form, session or task. */
export async function listSubmissions(
  { db, account_id }: Context,
  filter: SubmissionFilter,
): Promise<SubmissionPage> {
  const page = await queries.listSubmissions(db, account_id, filter);
  return { ...page, limit: filter.limit, offset: filter.offset };
}

export async function readSubmission({ db, account_id }: Context, id: string): Promise<Submission> {
  const submission = await queries.findSubmission(db, account_id, id);
  if (!submission) throw notFound('Submission');
  return submission;
}

async function readFillable(
  tx: Transaction,
  account_id: string,
  form_id: string,
): Promise<queries.FormForSubmission> {
  const form = await queries.findFormForSubmission(tx, account_id, form_id);
  if (!form) throw notFound('Form');
  if (!form.is_active) throw new Failure('DISABLED', 'The form is not active');
  return form;
}

type Occasion = Pick<queries.SubmissionRow, 'session_id' | 'task_id' | 'user_id'>;

/** Determines the session, task and user of a submission. Without `task_id`, the task of the session is used. */
async function readOccasion(
  tx: Transaction,
  { account_id, actor }: Context,
  input: NewSubmission,
): Promise<Occasion> {
  const session_id = input.session_id ?? (actor.kind === 'session' ? actor.session_id : null);
  const session =
    session_id === null ? undefined : await queries.findUserAndTaskOfSession(tx, account_id, session_id);
  if (session_id !== null && !session) throw badRequest('session_id', accessReasons.unknown_session);
  const task_id = input.task_id ?? session?.task_id ?? null;
  if (task_id !== null && !(await queries.hasTask(tx, account_id, task_id)))
    throw badRequest('task_id', accessReasons.unknown_task);
  return { session_id, task_id, user_id: session?.user_id ?? (await findUserOf(tx, account_id, actor)) };
}

async function findUserOf(
  tx: Transaction,
  account_id: string,
  actor: Context['actor'],
): Promise<string | null> {
  if (actor.kind === 'user' || actor.kind === 'session') return actor.user_id;
  if (actor.kind !== 'device') return null;
  return queries.findWearerIdOfSeat(tx, account_id, actor.seat_id);
}
