import type { Context } from '../../access/context.ts';
import { seeingShared } from '../../lib/rowSecurity.ts';
import type { ShownProcedure } from './contract.ts';
import * as queries from './queries.ts';

const MOST = 500;

/** Approved procedures: of the account, and of bundles for it or this seat. */
export function listShown({ db, account_id }: Context, seat_id: string): Promise<ShownProcedure[]> {
  return queries.listShown(seeingShared(db), account_id, seat_id, MOST);
}
