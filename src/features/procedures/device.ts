import type { Context } from '../../access/context.ts';
import type { ShownProcedure } from './contract.ts';
import * as queries from './queries.ts';

const MOST = 500;

/** What was approved: of the account itself, and of what bundles give to it or to this seat. */
export function listShown({ db, account_id }: Context, seat_id: string): Promise<ShownProcedure[]> {
  return queries.listShown(db, account_id, seat_id, MOST);
}
