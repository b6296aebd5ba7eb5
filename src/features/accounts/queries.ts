import type { Transaction } from '../../lib/sql.ts';

export async function insertAccount(
  tx: Transaction,
  account_id: string,
  name: string,
  now: Date,
): Promise<void> {
  await tx`
    insert into accounts ${tx({ id: account_id, name, created_at: now })}`;
}
