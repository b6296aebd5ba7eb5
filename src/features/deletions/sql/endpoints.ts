import type { Fragment, Queryable, Transaction } from '../../../lib/sql/sql.ts';

export type DeletionEndpointRow = { url: string; secret: Buffer; updated_at: string };

export async function findDeletionEndpoint(
  db: Queryable,
  account_id: string,
): Promise<DeletionEndpointRow | undefined> {
  const [endpoint] = await db<DeletionEndpointRow[]>`
    select endpoint.url, endpoint.secret, endpoint.updated_at
    from deletion_endpoints as endpoint
    where endpoint.account_id = ${account_id}`;
  return endpoint;
}

/**
 * Locks the account, so that its deletion endpoint cannot change concurrently. Returns undefined if the account does
 * not exist.
 */
export async function lockAccountOfEndpoint(
  tx: Transaction,
  account_id: string,
): Promise<{ id: string } | undefined> {
  const [account] = await tx<{ id: string }[]>`
    select account.id
    from accounts as account
    where account.id = ${account_id}
    for no key update of account`;
  return account;
}

export async function saveDeletionEndpoint(
  tx: Transaction,
  account_id: string,
  { url, secret }: Pick<DeletionEndpointRow, 'url' | 'secret'>,
  now: Date,
): Promise<void> {
  await tx`
    insert into deletion_endpoints ${tx({ account_id, url, secret, updated_at: now })}
    on conflict (account_id) do update
    set url = excluded.url,
        secret = excluded.secret,
        updated_at = excluded.updated_at`;
}

/** Returns false if the account has no deletion endpoint of its own. */
export async function deleteDeletionEndpoint(tx: Transaction, account_id: string): Promise<boolean> {
  const deleted = await tx`
    delete from deletion_endpoints
    where account_id = ${account_id}`;
  return deleted.count === 1;
}

/**
 * Endpoints that can be called now. `has_default_endpoint`: the installation has an endpoint for accounts without one of
 * their own. `delayed_accounts`: accounts whose own endpoint delays calls.
 */
export type CallableEndpoints = { has_default_endpoint: boolean; delayed_accounts: string[] };

/** A condition that begins with `and`: restricts waiting deletions to those whose endpoint can be called now. */
// across accounts: one worker sends the deletions of all accounts
export function andEndpointCallable(
  db: Queryable,
  { has_default_endpoint, delayed_accounts }: CallableEndpoints,
): Fragment {
  return db`
    ${delayed_accounts.length === 0 ? db`` : db`and waiting.account_id <> all (${delayed_accounts}::uuid[])`}
    ${
      has_default_endpoint
        ? db``
        : db`
          and exists (
            select 1
            from deletion_endpoints as endpoint
            where endpoint.account_id = waiting.account_id
          )`
    }`;
}
