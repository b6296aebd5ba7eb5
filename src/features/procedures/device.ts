import type { Context } from '../../access/context.ts';
import { seeingShared } from '../../lib/sql/rowSecurity.ts';
import type { Database } from '../../lib/sql/sql.ts';
import type { ShownProcedure } from './contract.ts';
import * as queries from './queries.ts';

const MOST = 500;

/** Approved procedures, the newest first: of the account, and of bundles for it or this seat. */
export async function listDeviceProcedures(
  { db, account_id }: Context,
  seat_id: string,
): Promise<ShownProcedure[]> {
  const [own, bundle_ids] = await Promise.all([
    queries.listApprovedProcedures(db, account_id, MOST),
    queries.listBundlesOfSeat(db, account_id, seat_id),
  ]);
  const given = bundle_ids.length === 0 ? [] : await listGiven(seeingShared(db), bundle_ids);
  const all = new Map([...own, ...given].map((procedure) => [procedure.id, procedure]));
  return [...all.values()]
    .toSorted(newestFirst)
    .slice(0, MOST)
    .map(({ created_at, ...shown }) => shown);
}

/** Each account's by a statement of its own. */
async function listGiven(db: Database, bundle_ids: readonly string[]): Promise<queries.BundleProcedure[]> {
  const of_accounts = Map.groupBy(
    await queries.listBundleProcedures(db, bundle_ids),
    ({ account_id }) => account_id,
  );
  const lists = await Promise.all(
    [...of_accounts].map(([account_id, contents]) =>
      queries.listApprovedOf(
        db,
        account_id,
        contents.map(({ procedure_id }) => procedure_id),
        MOST,
      ),
    ),
  );
  return lists.flat();
}

function newestFirst(one: queries.BundleProcedure, other: queries.BundleProcedure): number {
  return other.created_at.localeCompare(one.created_at) || other.id.localeCompare(one.id);
}
