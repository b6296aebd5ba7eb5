import type { ActorOf } from '../../access/context.ts';
import type { Scope } from '../../access/scopes.ts';
import { idsOf } from '../../lib/schema/idList.ts';
import { andContainsWords } from '../../lib/sql/containsWords.ts';
import { pageOf, type RowWithTotal } from '../../lib/sql/paging.ts';
import { hideFromPlanner, type Fragment, type Queryable, type Transaction } from '../../lib/sql/sql.ts';
import type { Key, KeyFilter } from './contract.ts';
import type { KeyRestrictions } from './restrictions.ts';

export type KeyRow = {
  account_id: string;
  id: string;
  name: string;
  token_hash: Buffer;
  last4: string;
  scopes: Scope[];
  created_by: string | null;
  created_at: Date;
} & KeyRestrictions;

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

/**
 * Locks an active key or grant and returns its user and its restrictions. A simultaneous revocation waits, and then
 * also finds the keys that the caller creates.
 */
export async function lockCredential(
  tx: Transaction,
  account_id: string,
  { credential_id, client_id }: ActorOf<'api'>,
): Promise<HeldCredential | undefined> {
  const [maker] = await tx<HeldCredential[]>`
    select ${client_id === undefined ? ofKey(tx) : ofConsent(tx)}
    from ${client_id === undefined ? tx`api_keys` : tx`oauth_grants`} as credential
    where credential.account_id = ${account_id}
      and credential.id = ${credential_id}
      and credential.revoked_at is null
    for share of credential`;
  return maker;
}

type HeldCredential = { user_id: string | null } & KeyRestrictions;

function ofKey(db: Queryable): Fragment {
  return db`credential.created_by as user_id, credential.expires_at, credential.allowed_addresses`;
}

function ofConsent(db: Queryable): Fragment {
  return db`credential.user_id, null::timestamptz as expires_at, null::text[] as allowed_addresses`;
}

export type KeyForAuthentication = Pick<KeyRow, 'token_hash' | 'id' | 'scopes'> & KeyRestrictions;

/** Finds keys of an active account that are not revoked. Expired keys are included; each request checks the expiry. */
export async function findKeysByTokenHash(
  db: Queryable,
  account_id: string,
  token_hashes: readonly Buffer[],
): Promise<KeyForAuthentication[]> {
  return db<KeyForAuthentication[]>`
    select key.token_hash, key.id, key.scopes, key.expires_at, key.allowed_addresses
    from api_keys as key
    join accounts as account
      on account.id = key.account_id
      and account.state = 'active'
    where key.account_id = ${account_id}
      and key.token_hash = any (${hideFromPlanner(db, 'bytea[]', token_hashes)}::bytea[])
      and key.revoked_at is null`;
}

export async function setKeyRestrictions(
  tx: Transaction,
  account_id: string,
  id: string,
  { expires_at, allowed_addresses }: KeyRestrictions,
): Promise<void> {
  await tx`
    update api_keys
    set expires_at = ${expires_at},
        allowed_addresses = ${allowed_addresses}
    where account_id = ${account_id}
      and id = ${id}`;
}

/** Returns false if the key is unknown or already revoked. */
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

export type KeyOfUser = Pick<Key, 'id' | 'name' | 'last4' | 'created_at' | 'last_used_at'>;

export async function listKeysOfUser(
  db: Queryable,
  account_id: string,
  user_id: string,
): Promise<KeyOfUser[]> {
  return db<KeyOfUser[]>`
    select key.id, key.name, key.last4, key.created_at, key.last_used_at
    from api_keys as key
    where key.account_id = ${account_id}
      and key.created_by = ${user_id}
      and key.revoked_at is null
    order by key.created_at desc, key.id desc`;
}

/** Revokes the keys that a user created and returns their ids. */
export async function revokeKeysOfUser(
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

/** Lists keys: valid ones, then expired ones, then revoked ones, each newest first. */
export async function listKeys(
  db: Queryable,
  account_id: string,
  { limit, offset, ...filter }: KeyFilter,
  now: Date,
): Promise<{ keys: Key[]; total: number }> {
  const rows = await db<RowWithTotal<Key>[]>`
    select matching.total, page.*
    from (
      select count(*)::int as total
      from api_keys as key
      where key.account_id = ${account_id}
        ${matches(db, filter, now)}
    ) as matching
    left join lateral (
      select ${keyColumns(db)}
      from api_keys as key
      ${withCreator(db, account_id)}
      where key.account_id = ${account_id}
        ${matches(db, filter, now)}
      order by ${statusOf(db, 'key', now)}, key.created_at desc, key.id desc
      limit ${limit}
      offset ${offset}
    ) as page on true
    order by ${statusOf(db, 'page', now)}, page.created_at desc, page.id desc`;
  const { shown, total } = pageOf(rows);
  return { keys: shown, total };
}

/** Locks a key that is not revoked, so that two simultaneous replacements create one new key. */
export async function lockLiveKey(tx: Transaction, account_id: string, id: string): Promise<Key | undefined> {
  const [key] = await tx<Key[]>`
    select ${keyColumns(tx)}
    from api_keys as key
    ${withCreator(tx, account_id)}
    where key.account_id = ${account_id}
      and key.id = ${id}
      and key.revoked_at is null
    for update of key`;
  return key;
}

const STATUSES = ['live', 'expired', 'revoked'] as const;

type Matching = Pick<KeyFilter, 'status' | 'search' | 'key_ids'>;

function matches(db: Queryable, { status, search, key_ids }: Matching, now: Date): Fragment {
  const text = db`lower(key.name || ' ' || key.last4)`;
  return db`
    ${status === undefined ? db`` : db`and ${statusOf(db, 'key', now)} = ${STATUSES.indexOf(status)}`}
    ${key_ids === undefined ? db`` : db`and key.id = any (${idsOf(key_ids)}::uuid[])`}
    ${andContainsWords(db, text, search)}`;
}

/** The rank of a row's status in the sort order. */
function statusOf(db: Queryable, row: 'key' | 'page', now: Date): Fragment {
  const name = db.unsafe(row);
  return db`
    case
      when ${name}.revoked_at is not null then 2
      when ${name}.expires_at <= ${now} then 1
      else 0
    end`;
}

function withCreator(db: Queryable, account_id: string): Fragment {
  return db`
    left join users as person
      on person.account_id = ${account_id}
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
    key.expires_at,
    key.allowed_addresses,
    key.revoked_at`;
}
