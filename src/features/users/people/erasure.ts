import type { Context } from '../../../access/context.ts';
import { recordAudit } from '../../../audit/audit.ts';
import type { Platform } from '../../../access/platform.ts';
import { deleteMatchingRows, deleteRowBatch } from '../../../lib/sql/bulkDelete.ts';
import { conflict } from '../../../lib/errors.ts';
import { userReasons } from '../reasons.ts';
import { transaction, type Fragment, type Queryable, type Transaction } from '../../../lib/sql/sql.ts';
import { endAddressChange } from '../../signin/sql/newAddress.ts';
import { failFast, type BackoffRunner } from '../../../lib/concurrency/backoffRunner.ts';
import { eraseFromLog, eraseFromLogAfterFlush, UNWRITTEN_MS } from '../../requests/erasing.ts';
import { releaseSeatsOf } from '../../seats/seats.ts';
import * as queries from '../sql/people.ts';
import { applyStatus } from '../users.ts';
import { assertMayManage } from './people.ts';

/** More rows than a user has of any of them. */
const MOST_ROWS = 100_000;
const OF_A_PERSON = [
  'invitations',
  'password_resets',
  'second_factors',
  'recovery_codes',
  'browser_sessions',
];

/** A request ends its erasure within this time, unless its process was killed or the database was away. */
const UNSWEPT_MS = 10 * UNWRITTEN_MS;

/**
 * Takes a user's name and address off all records, for good; the records stay, and so do their counts. Events that
 * were sent with the name are removed by their age. The request log is erased before the user as well: after a crash
 * in between, the name is no longer known. The log is searched once more for requests that were written late; the texts
 * are stored until that has ended, and `sweepErasures` ends what a killed process left.
 */
export async function eraseUser(ctx: Context, id: string): Promise<{ erased: true }> {
  const { db, account_id, now } = ctx;
  const named = await queries.findErasable(db, account_id, id);
  const texts = named ? [named.full_name, named.email] : [];
  await transaction(db, (tx) => assertMayManage(tx, ctx, id));
  if (named) await eraseFromLog(db, account_id, texts);
  await transaction(db, async (tx) => {
    await assertMayManage(tx, ctx, id);
    const person = await queries.findErasable(tx, account_id, id);
    if (!person) return;
    await applyStatus(tx, ctx, id, { status: 'inactive' });
    if (person.is_admin && !(await queries.hasSigningAdmin(tx, account_id)))
      throw conflict('user_id', userReasons.last_admin);
    await releaseSeatsOf(tx, ctx, id);
    await removeTraces(tx, account_id, { id, email: person.email });
    await queries.eraseUser(tx, account_id, { id, erased_at: now, texts });
    await recordAudit(tx, ctx, { action: 'user.erased', target_id: id });
  });
  if (named) {
    await eraseFromLogAfterFlush(db, account_id, texts);
    await queries.markSwept(db, account_id, id);
  }
  return { erased: true };
}

export function areErasuresUnswept(db: Queryable, now: Date): Fragment {
  return queries.areErasuresUnswept(db, unsweptBefore(now));
}

/** Ends erasures whose process ended before the last search of the log. Two workers may search for one user; no harm. */
export async function sweepErasures({ db, now }: Platform, backoff: BackoffRunner = failFast): Promise<void> {
  for (const { account_id, id, texts } of await queries.listUnsweptErasures(db, unsweptBefore(now)))
    await backoff.run(`erasure of user ${id}`, async () => {
      await eraseFromLog(db, account_id, texts);
      await queries.markSwept(db, account_id, id);
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
  const asked_for = await endAddressChange(tx, account_id, id);
  for (const recipient of [email, ...(asked_for === undefined ? [] : [asked_for])])
    await deleteRowBatch(tx, 'mails', { account_id, recipient }, MOST_ROWS);
}
