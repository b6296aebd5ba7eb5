import type { Transaction } from '../../lib/sql/sql.ts';

/** False unless they are an active admin; what ends their access waits for the transaction. */
export async function lockAdmin(tx: Transaction, account_id: string, id: string): Promise<boolean> {
  const found = await tx`
    select 1
    from users as person
    where person.account_id = ${account_id}
      and person.id = ${id}
      and person.status = 'active'
      and person.is_admin
    for share of person`;
  return found.length === 1;
}
