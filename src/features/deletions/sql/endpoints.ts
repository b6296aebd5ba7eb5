import type { Fragment, Queryable, Transaction } from '../../../lib/sql/sql.ts';

export type StoredEndpoint = { url: string; secret: Buffer; updated_at: string };

export async function findDeletionEndpoint(
  db: Queryable,
  account_id: string,
): Promise<StoredEndpoint | undefined> {
  const [endpoint] = await db<StoredEndpoint[]>`
    select endpoint.url, endpoint.secret, endpoint.updated_at
    from deletion_endpoints as endpoint
    where endpoint.account_id = ${account_id}`;
  return endpoint;
}

/** Undefined when there is no such account. */
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

export async function saveEndpoint(
  tx: Transaction,
  account_id: string,
  { url, secret }: Pick<StoredEndpoint, 'url' | 'secret'>,
  now: Date,
): Promise<void> {
  await tx`
    insert into deletion_endpoints ${tx({ account_id, url, secret, updated_at: now })}
    on conflict (account_id) do update
    set url = excluded.url,
        secret = excluded.secret,
        updated_at = excluded.updated_at`;
}

/** False when the account has none. */
export async function deleteDeletionEndpoint(tx: Transaction, account_id: string): Promise<boolean> {
  const deleted = await tx`
    delete from deletion_endpoints
    where account_id = ${account_id}`;
  return deleted.count === 1;
}

/** The default is that of the installation, for accounts without an endpoint of their own. */
export type EndpointsToCall = { has_default: boolean; held_accounts: string[] };

/** Restricts waiting deletions to those with an endpoint to call. */
// across accounts: one worker sends the deletions of all accounts
export function andEndpointOpen(db: Queryable, { has_default, held_accounts }: EndpointsToCall): Fragment {
  return db`
    ${held_accounts.length === 0 ? db`` : db`and waiting.account_id <> all (${held_accounts}::uuid[])`}
    ${
      has_default
        ? db``
        : db`
          and exists (
            select 1
            from deletion_endpoints as endpoint
            where endpoint.account_id = waiting.account_id
          )`
    }`;
}
