import { userOf } from '../../access/actor.ts';
import type { Context } from '../../access/context.ts';
import { changedMembers, isEmpty } from '../../lib/sql/changedMembers.ts';
import { notFound } from '../../access/notFound.ts';
import { badRequest } from '../../lib/errors.ts';
import { procedureReasons } from './reasons.ts';
import { transaction, type Queryable, type Transaction } from '../../lib/sql/sql.ts';
import { recordAudit } from '../../audit/audit.ts';
import type { CatalogueEntry, ProcedureFilter, ProcedurePage, Review } from './contract.ts';
import * as queries from './queries.ts';

export type NewProcedure = Omit<queries.ProcedureRow, 'session_id' | 'position' | 'created_at'>;

/** Submits the procedures that a session taught for review. */
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

/** The catalogue and its review, without withdrawn procedures. */
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
): Promise<CatalogueEntry> {
  const procedure = await queries.findProcedure(db, account_id, id);
  if (!procedure) throw notFound('Procedure');
  return procedure;
}

/** The latest decision counts; a rejection needs a reason. The same decision again keeps who decided and when. */
export async function reviewProcedure(
  ctx: Context,
  id: string,
  { status, notes = null }: Review,
): Promise<CatalogueEntry> {
  const { db, account_id, actor, now } = ctx;
  if (status === 'rejected' && notes === null) throw badRequest('notes', procedureReasons.rejection_notes);
  return transaction(db, async (tx) => {
    const before = await queries.lockReview(tx, account_id, id);
    if (!before) throw notFound('Procedure');
    const review = { status, review_notes: notes };
    if (!isEmpty(changedMembers(before, review))) {
      const decision = { ...review, reviewed_by: userOf(actor), reviewed_at: now };
      await queries.updateReview(tx, account_id, id, decision);
      await recordAudit(tx, ctx, { action: `procedure.${status}`, target_id: id });
    }
    return readProcedure({ db: tx, account_id }, id);
  });
}

/** The procedures of a deleted session leave the catalogue and its review, decided or not. */
export async function withdrawProcedures(
  tx: Transaction,
  account_id: string,
  session_id: string,
): Promise<void> {
  await queries.withdrawProcedures(tx, account_id, session_id);
}
