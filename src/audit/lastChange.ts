import type { LastChange } from '../access/editConflict.ts';
import type { Transaction } from '../lib/sql/sql.ts';
import { listAuditEntries } from './sql/entries.ts';

/** The number of entries of a record that are searched for its last change. */
const MOST = 50;

type ChangedRecord = { target_id: string; actions: readonly string[] };

/**
 * Finds the newest audit entry of the record with one of the actions. An entry that lists the changed members must
 * list one of `members`.
 */
export async function findLastChange(
  tx: Transaction,
  account_id: string,
  { target_id, actions }: ChangedRecord,
  members: readonly string[],
): Promise<LastChange | undefined> {
  const { shown } = await listAuditEntries(tx, account_id, { target_id, limit: MOST, offset: 0 });
  const last = shown.find(
    ({ action, details }) => actions.includes(action) && mayConcern(details['members'], members),
  );
  return last && { changed_by: last.actor, changed_at: last.created_at };
}

function mayConcern(changed: unknown, members: readonly string[]): boolean {
  return !Array.isArray(changed) || members.some((member) => changed.includes(member));
}
