import type { Fragment, Queryable, Transaction } from '../../../../lib/sql/sql.ts';

/** Selects all grants of an app, all grants of a user, or a single grant. */
export type GrantSelector = { client_id: string } | { user_id: string } | { grant_id: string };

/** Locks the grant until the endpoint is written, so that a simultaneous revocation also ends this endpoint. */
export async function lockGrant(tx: Transaction, account_id: string, grant_id: string): Promise<boolean> {
  const found = await tx`
    select 1
    from oauth_grants as given
    where given.account_id = ${account_id}
      and given.id = ${grant_id}
      and given.revoked_at is null
    for share of given`;
  return found.length === 1;
}

/** Marks endpoints as deleted and returns their ids. The rows remain, because the delivery log refers to them. */
export async function deleteEndpointsOfGrants(
  tx: Transaction,
  account_id: string,
  consents: GrantSelector,
  now: Date,
): Promise<string[]> {
  const ended = await tx<{ id: string }[]>`
    update webhook_endpoints as endpoint
    set deleted_at = ${now},
        secret = '',
        previous_secret = null
    from oauth_grants as given
    where endpoint.account_id = ${account_id}
      and endpoint.grant_id is not null
      and endpoint.deleted_at is null
      and given.account_id = ${account_id}
      and given.id = endpoint.grant_id
      and ${ofConsents(tx, consents)}
    returning endpoint.id`;
  return ended.map(({ id }) => id);
}

function ofConsents(db: Queryable, consents: GrantSelector): Fragment {
  if ('client_id' in consents) return db`given.client_id = ${consents.client_id}`;
  if ('user_id' in consents) return db`given.user_id = ${consents.user_id}`;
  return db`given.id = ${consents.grant_id}`;
}

/** An endpoint of a suspended app gets no new deliveries; its waiting deliveries remain in the queue. */
// across accounts: an app is suspended in all accounts
export async function setEndpointsSuspended(
  tx: Transaction,
  client_id: string,
  suspended_at: Date | null,
): Promise<void> {
  await tx`
    update webhook_endpoints as endpoint
    set suspended_at = ${suspended_at}
    from oauth_grants as given
    where given.client_id = ${client_id}
      and given.account_id = endpoint.account_id
      and given.id = endpoint.grant_id
      and endpoint.grant_id is not null
      and endpoint.deleted_at is null`;
}

// across accounts: an app is deleted in all accounts
export async function deleteEndpointsOfApp(
  tx: Transaction,
  client_id: string,
  now: Date,
): Promise<{ account_id: string; id: string }[]> {
  return tx<{ account_id: string; id: string }[]>`
    update webhook_endpoints as endpoint
    set deleted_at = ${now},
        secret = '',
        previous_secret = null
    from oauth_grants as given
    where given.client_id = ${client_id}
      and given.account_id = endpoint.account_id
      and given.id = endpoint.grant_id
      and endpoint.grant_id is not null
      and endpoint.deleted_at is null
    returning endpoint.account_id, endpoint.id`;
}
