import type { Queryable, Transaction } from '../../lib/sql.ts';

export type UserRow = {
  account_id: string;
  id: string;
  email: string;
  full_name: string;
  is_admin: boolean;
  password_hash: string | null;
  created_at: Date;
};

export type UserStatus = 'active' | 'inactive';

/**
 * False when the address is taken, by whomever.
 */
// across accounts: an address belongs to one person on the whole installation
export async function reserveAddress(
  tx: Transaction,
  owner: { email: string; account_id: string | null; user_id: string },
): Promise<boolean> {
  const reserved = await tx`
    insert into email_addresses ${tx(owner)}
    on conflict (email) do nothing
    returning email`;
  return reserved.length === 1;
}

export async function insertUser(
  tx: Transaction,
  account_id: string,
  user: Omit<UserRow, 'account_id'>,
): Promise<void> {
  await tx`
    insert into users ${tx({ account_id, ...user })}`;
}

export async function setUserStatus(
  db: Queryable,
  account_id: string,
  id: string,
  status: UserStatus,
): Promise<UserStatus | undefined> {
  const [user] = await db<{ status: UserStatus }[]>`
    update users
    set status = ${status}
    where account_id = ${account_id}
      and id = ${id}
    returning status`;
  return user?.status;
}
