import type { Context } from '../../../access/context.ts';
import { recordAudit } from '../../../audit/audit.ts';
import type { PlatformContext } from '../../../access/platform.ts';
import { deleteMatchingRows, deleteRowBatch } from '../../../lib/sql/bulkDelete.ts';
import { conflict } from '../../../lib/errors.ts';
import { userReasons } from '../reasons.ts';
import { transaction, type Fragment, type Queryable, type Transaction } from '../../../lib/sql/sql.ts';
import { deleteEmailChange } from '../../signin/sql/newAddress.ts';
import { failFast, type BackoffRunner } from '../../../lib/concurrency/backoffRunner.ts';
import {
  eraseFromRequestLog,
  eraseFromRequestLogAfterFlush,
  MOST_UNWRITTEN_MS,
} from '../../requests/erasing.ts';
import { unassignSeatsOfUser } from '../../seats/seats.ts';
import * as queries from '../sql/people.ts';
import { applyUserStatus } from '../users.ts';
import { assertMayManageUser } from './people.ts';

/** A limit that no user reaches: each table has fewer rows of one user. */
const MOST_ROWS = 100_000;
const OF_A_PERSON = [
  'invitations',
  'password_resets',
  'second_factors',
  'recovery_codes',
  'browser_sessions',
];

/** An erasure that is unfinished after this time is the remainder of a killed process or of a database failure. */
const UNSWEPT_MS = 10 * MOST_UNWRITTEN_MS;

/**
 * Erases a user's name and email address from all records permanently. The records and their counts remain. Sent events
 * that contain the name are deleted when their retention ends.
 *
 * The request log is searched twice: before the name is erased, because it is unknown afterwards, and again for
 * requests that were written late. The row keeps the texts until the second search has ended, so that `finishErasures`
 * can finish the work of a killed process.
 */
export async function eraseUser(ctx: Context, id: string): Promise<{ erased: true }> {
  const { db, account_id, now } = ctx;
  const named = await queries.findErasableUser(db, account_id, id);
  const texts = named ? [named.full_name, named.email] : [];
  await transaction(db, (tx) => assertMayManageUser(tx, ctx, id));
  if (named) await eraseFromRequestLog(db, account_id, texts);
  await transaction(db, async (tx) => {
    await assertMayManageUser(tx, ctx, id);
    const person = await queries.findErasableUser(tx, account_id, id);
    if (!person) return;
    await applyUserStatus(tx, ctx, id, { status: 'inactive' });
    if (person.is_admin && !(await queries.hasAdminWithPassword(tx, account_id)))
      throw conflict('user_id', userReasons.last_admin);
    await unassignSeatsOfUser(tx, ctx, id);
    await removeTraces(tx, account_id, { id, email: person.email });
    await queries.eraseUser(tx, account_id, { id, erased_at: now, texts });
    await recordAudit(tx, ctx, { action: 'user.erased', target_id: id });
  });
  if (named) {
    await eraseFromRequestLogAfterFlush(db, account_id, texts);
    await queries.markErasureFinished(db, account_id, id);
  }
  return { erased: true };
}

export function unfinishedErasureExists(db: Queryable, now: Date): Fragment {
  return queries.unfinishedErasureExists(db, unsweptBefore(now));
}

/**
 * Finishes erasures whose process died before the second search of the log. Doing so twice at the same time is
 * harmless.
 */
export async function finishErasures(
  { db, now }: PlatformContext,
  backoff: BackoffRunner = failFast,
): Promise<void> {
  for (const { account_id, id, texts } of await queries.listUnfinishedErasures(db, unsweptBefore(now)))
    await backoff.run(`erasure of user ${id}`, async () => {
      await eraseFromRequestLog(db, account_id, texts);
      await queries.markErasureFinished(db, account_id, id);
    });
}

function unsweptBefore(now: Date): Date {
  return new Date(now.getTime() - UNSWEPT_MS);
}

async function removeTraces(
  tx: Transaction,
  account_id: string,
  { id, email }: { id: string; email: string },
): Promise<void> {
  const own = { account_id, user_id: id };
  for (const table of OF_A_PERSON) await deleteRowBatch(tx, table, own, MOST_ROWS);
  await deleteMatchingRows(tx, 'email_addresses', own);
  const asked_for = await deleteEmailChange(tx, account_id, id);
  for (const recipient of [email, ...(asked_for === undefined ? [] : [asked_for])])
    await deleteRowBatch(tx, 'mails', { account_id, recipient }, MOST_ROWS);
}
