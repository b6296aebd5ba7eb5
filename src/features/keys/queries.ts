import type { Scope } from '../../access/scopes.ts';
import type { Queryable } from '../../lib/sql.ts';

export type KeyRow = {
  account_id: string;
  id: string;
  name: string;
  token_hash: Buffer;
  last4: string;
  scopes: Scope[];
  created_by: string | null;
  created_at: Date;
};

export async function insertKey(
  db: Queryable,
  account_id: string,
  key: Omit<KeyRow, 'account_id'>,
): Promise<void> {
  await db`
    insert into api_keys ${db({ account_id, ...key })}`;
}

export async function hasKey(db: Queryable, account_id: string, id: string): Promise<boolean> {
  const found = await db`
    select 1
    from api_keys as key
    where key.account_id = ${account_id}
      and key.id = ${id}`;
  return found.length === 1;
}

/** A key that works now: not revoked, of an account that is active. */
export async function findLiveKey(
  db: Queryable,
  account_id: string,
  token_hash: Buffer,
): Promise<{ id: string; scopes: Scope[] } | undefined> {
  const [key] = await db<{ id: string; scopes: Scope[] }[]>`
    select key.id, key.scopes
    from api_keys as key
    join accounts as account
      on account.id = key.account_id
      and account.state = 'active'
    where key.account_id = ${account_id}
      and key.token_hash = ${token_hash}
      and key.revoked_at is null`;
  return key;
}

/** False when there is no such key; revoking twice keeps the first time. */
export async function revokeKey(db: Queryable, account_id: string, id: string, now: Date): Promise<boolean> {
  const revoked = await db`
    update api_keys
    set revoked_at = coalesce(revoked_at, ${now})
    where account_id = ${account_id}
      and id = ${id}
    returning id`;
  return revoked.length === 1;
}
