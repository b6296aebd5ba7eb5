import type { Platform } from '../../access/platform.ts';
import type { ApprovedProcedure, BundleHolder } from './contract.ts';
import * as queries from './sql/overview.ts';

/** The first hundred accounts that have it, by name. */
export function listHolders({ db }: Platform, id: string): Promise<BundleHolder[]> {
  return queries.listHolders(db, id);
}

/** The newest that fit: what may be put into a bundle. */
export function listApprovedProcedures(
  { db }: Platform,
  search: string | undefined,
): Promise<ApprovedProcedure[]> {
  return queries.listApproved(db, search);
}
