import { transaction, type Database, type Transaction } from '../../lib/sql.ts';
import type { Use } from '../uses.ts';

/** Where each kind of credential notes its last use. */
export const USE_COLUMNS = {
  api_keys: 'last_used_at',
  integrations: 'last_used_at',
  oauth_grants: 'last_used_at',
  seats: 'last_seen_at',
} as const;

export type UseTable = keyof typeof USE_COLUMNS;

/** A batch holds the uses of the last seconds; accounts in one order, so that two batches do not deadlock. */
// across accounts: a batch holds the uses of the last seconds
export async function markUsed(db: Database, table: UseTable, uses: readonly Use[]): Promise<void> {
  const of_accounts = [...Map.groupBy(uses, ({ account_id }) => account_id)].toSorted(([one], [other]) =>
    one.localeCompare(other),
  );
  await transaction(db, (tx) =>
    Promise.all(of_accounts.map(([account_id, some]) => markUsedOf(tx, account_id, table, some))),
  );
}

async function markUsedOf(
  tx: Transaction,
  account_id: string,
  table: UseTable,
  uses: readonly Use[],
): Promise<void> {
  const column = tx.unsafe(USE_COLUMNS[table]);
  await tx`
    update ${tx.unsafe(table)} as credential
    set ${column} = used.at
    from unnest(
      ${uses.map((use) => use.id)}::uuid[],
      ${uses.map((use) => use.at.toISOString())}::timestamptz[]
    ) as used (id, at)
    where credential.account_id = ${account_id}
      and credential.id = used.id
      and (credential.${column} is null or credential.${column} < used.at)`;
}
