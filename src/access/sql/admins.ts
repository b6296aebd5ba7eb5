import type { Transaction } from '../../lib/sql/sql.ts';

/**
 * Returns false unless the user is an active admin. The row lock makes a concurrent demotion or deactivation wait until
 * this transaction ends.
 */
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
