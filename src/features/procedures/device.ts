import type { Context } from '../../access/context.ts';
import { withSharedRows } from '../../lib/sql/rowSecurity.ts';
import type { Database } from '../../lib/sql/sql.ts';
import type { DeviceProcedure } from './contract.ts';
import * as queries from './queries.ts';

const MOST = 500;

/**
 * Lists approved procedures for a seat, newest first: those of the account, and those of bundles for the account or the
 * seat.
 */
export async function listDeviceProcedures(
  { db, account_id }: Context,
  seat_id: string,
): Promise<DeviceProcedure[]> {
  const [own, bundle_ids] = await Promise.all([
    queries.listApprovedProcedures(db, account_id, MOST),
    queries.listBundleIdsOfSeat(db, account_id, seat_id),
  ]);
  const given = bundle_ids.length === 0 ? [] : await listGiven(withSharedRows(db), bundle_ids);
  const all = new Map([...own, ...given].map((procedure) => [procedure.id, procedure]));
  return [...all.values()]
    .toSorted(newestFirst)
    .slice(0, MOST)
    .map(({ created_at, ...shown }) => shown);
}

/** Reads the procedures of each account in a separate statement, because a statement must name its account. */
async function listGiven(db: Database, bundle_ids: readonly string[]): Promise<queries.ApprovedProcedure[]> {
  const of_accounts = Map.groupBy(
    await queries.listProcedureIdsOfBundles(db, bundle_ids),
    ({ account_id }) => account_id,
  );
  const lists = await Promise.all(
    [...of_accounts].map(([account_id, contents]) =>
      queries.listApprovedProceduresAmong(
        db,
        account_id,
        contents.map(({ procedure_id }) => procedure_id),
        MOST,
      ),
    ),
  );
  return lists.flat();
}

function newestFirst(one: queries.ApprovedProcedure, other: queries.ApprovedProcedure): number {
  return other.created_at.localeCompare(one.created_at) || other.id.localeCompare(one.id);
}
