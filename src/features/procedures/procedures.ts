import { userIdOf } from '../../access/actor.ts';
import type { Context } from '../../access/context.ts';
import { changedMembers, hasNoMembers } from '../../lib/sql/changedMembers.ts';
import { assertNoEditConflict, type ExpectedValues } from '../../access/editConflict.ts';
import { notFound } from '../../access/notFound.ts';
import { badRequest } from '../../lib/errors.ts';
import { procedureReasons } from './reasons.ts';
import { transaction, type Queryable, type Transaction } from '../../lib/sql/sql.ts';
import { recordAudit } from '../../audit/audit.ts';
import { findLastChange } from '../../audit/lastChange.ts';
import type { CatalogueProcedure, ProcedureFilter, ProcedurePage, ProcedureReviewEdit } from './contract.ts';
import * as queries from './queries.ts';

export type NewProcedure = Omit<queries.ProcedureRow, 'session_id' | 'position' | 'created_at'>;

/** Submits the procedures that were recorded in a session for review. */
export async function submitProcedures(
  tx: Transaction,
  { account_id, now }: Pick<Context, 'account_id' | 'now'>,
  session_id: string,
  procedures: NewProcedure[],
): Promise<void> {
  if (procedures.length === 0) return;
  const rows = procedures.map((one, position) => ({ ...one, session_id, position, created_at: now }));
  await queries.insertProcedures(tx, account_id, rows);
}

/** Lists the procedures of an account with their review status. Withdrawn procedures are omitted. */
export async function listProcedures(
  { db, account_id }: Context,
  filter: ProcedureFilter,
): Promise<ProcedurePage> {
  const { procedures, total } = await queries.listProcedures(db, account_id, filter);
  return { procedures, total, limit: filter.limit, offset: filter.offset };
}

export async function readProcedure(
  { db, account_id }: Pick<Context, 'account_id'> & { db: Queryable },
  id: string,
): Promise<CatalogueProcedure> {
  const procedure = await queries.findProcedure(db, account_id, id);
  if (!procedure) throw notFound('Procedure');
  return procedure;
}

/**
 * Stores a review decision, which replaces an earlier one. A rejection requires notes. Repeating the current decision
 * changes neither the reviewer nor the time. The status `pending` withdraws the decision. With `expected`, fails with a
 * 409 if another user has reviewed the procedure meanwhile.
 */
export async function reviewProcedure(
  ctx: Context,
  id: string,
  { status, notes = null }: Omit<ProcedureReviewEdit, 'expected'>,
  expected?: ExpectedValues,
): Promise<CatalogueProcedure> {
  const { db, account_id, actor, now } = ctx;
  if (status === 'rejected' && notes === null) throw badRequest('notes', procedureReasons.rejection_notes);
  return transaction(db, async (tx) => {
    const before = await queries.lockProcedureForReview(tx, account_id, id);
    if (!before) throw notFound('Procedure');
    const review = { status, review_notes: status === 'pending' ? null : notes };
    await assertNoEditConflict({
      expected,
      changes: review,
      current: before,
      findLastChange: (members) =>
        findLastChange(tx, account_id, { target_id: id, actions: REVIEWS }, members),
    });
    if (!hasNoMembers(changedMembers(before, review))) {
      const reviewer = { reviewed_by: userIdOf(actor), reviewed_at: now };
      const decision = { ...review, ...(status === 'pending' ? NO_REVIEWER : reviewer) };
      await queries.updateProcedureReview(tx, account_id, id, decision);
      await recordAudit(tx, ctx, { action: ACTION_OF[status], target_id: id });
    }
    return readProcedure({ db: tx, account_id }, id);
  });
}

const NO_REVIEWER = { reviewed_by: null, reviewed_at: null };

const ACTION_OF = {
  approved: 'procedure.approved',
  rejected: 'procedure.rejected',
  pending: 'procedure.review_withdrawn',
} as const;
const REVIEWS = Object.values(ACTION_OF);

/** Removes the procedures of a deleted session from the catalogue, whatever their review status is. */
export async function withdrawProcedures(
  tx: Transaction,
  account_id: string,
  session_id: string,
): Promise<void> {
  await queries.withdrawProcedures(tx, account_id, session_id);
}
