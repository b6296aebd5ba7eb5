import type { Queryable, Transaction } from '../../lib/sql.ts';

export async function insertAccount(
  tx: Transaction,
  account_id: string,
  name: string,
  now: Date,
): Promise<void> {
  await tx`
    insert into accounts ${tx({ id: account_id, name, created_at: now })}`;
}

export async function isAccount(db: Queryable, account_id: string): Promise<boolean> {
  const found = await db`
    select 1
    from accounts as account
    where account.id = ${account_id}`;
  return found.length === 1;
}

export async function renameAccount(tx: Transaction, account_id: string, name: string): Promise<boolean> {
  const renamed = await tx`
    update accounts
    set name = ${name}
    where id = ${account_id}
    returning id`;
  return renamed.length === 1;
}
