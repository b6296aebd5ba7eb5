import { transaction, type Database, type Transaction } from '../../lib/sql/sql.ts';
import type { CredentialUse } from '../uses.ts';

/** The column with the last use of each kind of credential. */
export const USE_COLUMNS = {
  api_keys: 'last_used_at',
  integrations: 'last_used_at',
  oauth_grants: 'last_used_at',
  seats: 'last_seen_at',
} as const;

export type UseTable = keyof typeof USE_COLUMNS;

/** A batch holds the uses of the last seconds, in one order, so that two batches do not deadlock. */
// across accounts: a batch holds the uses of the last seconds
export async function markUsed(db: Database, table: UseTable, uses: readonly CredentialUse[]): Promise<void> {
  const ordered = uses.toSorted((one, other) => orderOf(one).localeCompare(orderOf(other)));
  await transaction(db, (tx) => Promise.all(ordered.map((use) => markOne(tx, use.account_id, table, use))));
}

function orderOf({ account_id, id }: CredentialUse): string {
  return `${account_id} ${id}`;
}

async function markOne(
  tx: Transaction,
  account_id: string,
  table: UseTable,
  { id, at }: CredentialUse,
): Promise<void> {
  const column = tx.unsafe(USE_COLUMNS[table]);
  await tx`
    update ${tx.unsafe(table)} as credential
    set ${column} = ${at}
    where credential.account_id = ${account_id}
      and credential.id = ${id}
      and (credential.${column} is null or credential.${column} < ${at})`;
}
