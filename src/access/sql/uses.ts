import { transaction, type Database, type Transaction } from '../../lib/sql/sql.ts';
import type { CredentialUse } from '../uses.ts';

/** The column that stores the time of last use, by table of credentials. */
export const LAST_USE_COLUMNS = {
  api_keys: 'last_used_at',
  integrations: 'last_used_at',
  oauth_grants: 'last_used_at',
  seats: 'last_seen_at',
} as const;

export type CredentialTable = keyof typeof LAST_USE_COLUMNS;

/** Writes a batch of times of last use. The rows are updated in a fixed order, so that two batches do not deadlock. */
// across accounts: a batch contains the uses of all accounts in the last seconds
export async function writeLastUses(
  db: Database,
  table: CredentialTable,
  uses: readonly CredentialUse[],
): Promise<void> {
  const ordered = uses.toSorted((one, other) => orderOf(one).localeCompare(orderOf(other)));
  await transaction(db, (tx) => Promise.all(ordered.map((use) => markOne(tx, use.account_id, table, use))));
}

function orderOf({ account_id, id }: CredentialUse): string {
  return `${account_id} ${id}`;
}

async function markOne(
  tx: Transaction,
  account_id: string,
  table: CredentialTable,
  { id, at }: CredentialUse,
): Promise<void> {
  const column = tx.unsafe(LAST_USE_COLUMNS[table]);
  await tx`
    update ${tx.unsafe(table)} as credential
    set ${column} = ${at}
    where credential.account_id = ${account_id}
      and credential.id = ${id}
      and (credential.${column} is null or credential.${column} < ${at})`;
}
