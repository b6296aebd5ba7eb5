import { hideFromPlanner, type Queryable } from '../../lib/sql/sql.ts';
import type { Integration } from './contract.ts';

export type NewIntegration = {
  id: string;
  provider: string;
  token_hash: Buffer;
  last4: string;
  created_by: string | null;
  created_at: Date;
};

export async function insertIntegration(
  db: Queryable,
  account_id: string,
  integration: NewIntegration,
): Promise<void> {
  await db`
    insert into integrations ${db({ account_id, ...integration })}`;
}

export async function hasIntegration(db: Queryable, account_id: string, id: string): Promise<boolean> {
  const found = await db`
    select 1
    from integrations as integration
    where integration.account_id = ${account_id}
      and integration.id = ${id}`;
  return found.length === 1;
}

export async function listIntegrations(db: Queryable, account_id: string): Promise<Integration[]> {
  return db<Integration[]>`
    select integration.id, integration.provider, integration.last4, integration.created_at,
      integration.last_used_at, integration.revoked_at
    from integrations as integration
    where integration.account_id = ${account_id}
    order by integration.created_at desc, integration.id desc`;
}

export type LiveIntegration = { token_hash: Buffer; id: string; provider: string };

/**
 * Finds integrations by the hashes of their secrets. Revoked integrations and those of inactive accounts are omitted.
 */
export async function findLiveIntegrations(
  db: Queryable,
  account_id: string,
  token_hashes: readonly Buffer[],
): Promise<LiveIntegration[]> {
  return db<LiveIntegration[]>`
    select integration.token_hash, integration.id, integration.provider
    from integrations as integration
    join accounts as account
      on account.id = integration.account_id
      and account.state = 'active'
    where integration.account_id = ${account_id}
      and integration.token_hash = any (${hideFromPlanner(db, 'bytea[]', token_hashes)}::bytea[])
      and integration.revoked_at is null`;
}

/** Returns false if the integration does not exist or was revoked. */
export async function replaceSecret(
  db: Queryable,
  account_id: string,
  id: string,
  secret: { token_hash: Buffer; last4: string },
): Promise<boolean> {
  const replaced = await db`
    update integrations
    set ${db(secret)}
    where account_id = ${account_id}
      and id = ${id}
      and revoked_at is null
    returning id`;
  return replaced.length === 1;
}

/** Returns false if the integration does not exist. A repeated revocation keeps the time of the first one. */
export async function revokeIntegration(
  db: Queryable,
  account_id: string,
  id: string,
  now: Date,
): Promise<boolean> {
  const revoked = await db`
    update integrations
    set revoked_at = ${now}
    where account_id = ${account_id}
      and id = ${id}
      and revoked_at is null
    returning id`;
  return revoked.length === 1;
}
