import type { Transaction } from '../../../lib/sql/sql.ts';

export async function setFirstPassword(
  tx: Transaction,
  account_id: string,
  user_id: string,
  password_hash: string,
): Promise<boolean> {
  const set = await tx`
    update users
    set password_hash = ${password_hash}
    where account_id = ${account_id}
      and id = ${user_id}
      and status = 'active'
      and password_hash is null
    returning id`;
  return set.length === 1;
}

/** Returns false if the user is inactive. */
export async function setPassword(
  tx: Transaction,
  account_id: string,
  user_id: string,
  password_hash: string,
): Promise<boolean> {
  const set = await tx`
    update users as person
    set password_hash = ${password_hash}
    where person.id = ${user_id}
      and person.status = 'active'
      and person.account_id = ${account_id}
    returning person.id`;
  return set.length === 1;
}
