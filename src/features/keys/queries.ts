import type { Scope } from '../../access/scopes.ts';
import { pageOf, type Paged } from '../../lib/paging.ts';
import { unplanned, type Fragment, type Queryable, type Transaction } from '../../lib/sql.ts';
import type { Key, KeyFilter } from './contract.ts';

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

export type LiveKey = Pick<KeyRow, 'token_hash' | 'id' | 'scopes'>;

/** Live keys: not revoked, of an active account. */
export async function findLiveKeys(
  db: Queryable,
  account_id: string,
  token_hashes: readonly Buffer[],
): Promise<LiveKey[]> {
  return db<LiveKey[]>`
    select key.token_hash, key.id, key.scopes
    from api_keys as key
    join accounts as account
      on account.id = key.account_id
      and account.state = 'active'
    where key.account_id = ${account_id}
      and key.token_hash = any (${unplanned(db, 'bytea[]', token_hashes)}::bytea[])
      and key.revoked_at is null`;
}

/** False when there is no such key; revoking twice keeps the first time. */
export async function revokeKey(db: Queryable, account_id: string, id: string, now: Date): Promise<boolean> {
  const revoked = await db`
    update api_keys
    set revoked_at = ${now}
    where account_id = ${account_id}
      and id = ${id}
      and revoked_at is null
    returning id`;
  return revoked.length === 1;
}

export type MadeKey = Pick<Key, 'id' | 'name' | 'last4' | 'created_at' | 'last_used_at'>;

export async function listKeysOf(db: Queryable, account_id: string, user_id: string): Promise<MadeKey[]> {
  return db<MadeKey[]>`
    select key.id, key.name, key.last4, key.created_at, key.last_used_at
    from api_keys as key
    where key.account_id = ${account_id}
      and key.created_by = ${user_id}
      and key.revoked_at is null
    order by key.created_at desc, key.id desc`;
}

/** The ids of the keys that were live. */
export async function revokeKeysOf(
  tx: Transaction,
  account_id: string,
  user_id: string,
  now: Date,
): Promise<string[]> {
  const revoked = await tx<{ id: string }[]>`
    update api_keys
    set revoked_at = ${now}
    where account_id = ${account_id}
      and created_by = ${user_id}
      and revoked_at is null
    returning id`;
  return revoked.map(({ id }) => id);
}

/** Live ones first, then the newest. */
export async function listKeys(
  db: Queryable,
  account_id: string,
  { status, limit, offset }: KeyFilter,
): Promise<{ keys: Key[]; total: number }> {
  const rows = await db<Paged<Key>[]>`
    select matching.total, page.*
    from (
      select count(*)::int as total
      from api_keys as key
      where key.account_id = ${account_id}
        ${matches(db, status)}
    ) as matching
    left join lateral (
      select ${keyColumns(db)}
      from api_keys as key
      ${withCreator(db)}
      where key.account_id = ${account_id}
        ${matches(db, status)}
      order by key.revoked_at is not null, key.created_at desc, key.id desc
      limit ${limit}
      offset ${offset}
    ) as page on true
    order by page.revoked_at is not null, page.created_at desc, page.id desc`;
  const { shown, total } = pageOf(rows);
  return { keys: shown, total };
}

/** Locks a live key, so that two parallel rolls make one new key. */
export async function lockLiveKey(tx: Transaction, account_id: string, id: string): Promise<Key | undefined> {
  const [key] = await tx<Key[]>`
    select ${keyColumns(tx)}
    from api_keys as key
    ${withCreator(tx)}
    where key.account_id = ${account_id}
      and key.id = ${id}
      and key.revoked_at is null
    for update of key`;
  return key;
}

function matches(db: Queryable, status: KeyFilter['status']): Fragment {
  if (status === undefined) return db``;
  return status === 'live' ? db`and key.revoked_at is null` : db`and key.revoked_at is not null`;
}

function withCreator(db: Queryable): Fragment {
  return db`
    left join users as person
      on person.account_id = key.account_id
      and person.id = key.created_by`;
}

function keyColumns(db: Queryable): Fragment {
  return db`
    key.id,
    key.name,
    key.last4,
    key.scopes,
    case
      when person.id is not null then json_build_object('user_id', person.id, 'name', person.full_name)
    end as created_by,
    key.created_at,
    key.last_used_at,
    key.revoked_at`;
}
