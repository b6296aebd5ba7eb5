import type { Fragment, Queryable, Transaction } from '../../../../lib/sql/sql.ts';
import type { EndpointSecrets } from '../validSecrets.ts';

export type StoredSecrets = EndpointSecrets & { secret_rotated_at: string | null };

export async function findEndpointSecrets(
  db: Queryable,
  account_id: string,
  id: string,
): Promise<StoredSecrets | undefined> {
  const [secrets] = await db<StoredSecrets[]>`
    select ${secretColumns(db)}
    from webhook_endpoints as endpoint
    where endpoint.account_id = ${account_id}
      and endpoint.id = ${id}
      and endpoint.deleted_at is null`;
  return secrets;
}

/** If `grant_id` is set, finds only an endpoint that was subscribed under this grant. */
export async function lockEndpointSecrets(
  tx: Transaction,
  account_id: string,
  id: string,
  grant_id: string | null,
): Promise<StoredSecrets | undefined> {
  const [secrets] = await tx<StoredSecrets[]>`
    select ${secretColumns(tx)}
    from webhook_endpoints as endpoint
    where endpoint.account_id = ${account_id}
      and endpoint.id = ${id}
      and endpoint.deleted_at is null
      ${grant_id === null ? tx`` : tx`and endpoint.grant_id = ${grant_id}`}
    for no key update of endpoint`;
  return secrets;
}

export type SecretsUpdate = {
  secret?: Buffer;
  previous_secret?: Buffer | null;
  previous_until: Date | null;
  secret_switches_at: Date | null;
  secret_rotated_at?: Date;
};

export async function updateEndpointSecrets(
  tx: Transaction,
  account_id: string,
  id: string,
  update: SecretsUpdate,
): Promise<void> {
  await tx`
    update webhook_endpoints
    set ${tx(update)}
    where account_id = ${account_id}
      and id = ${id}`;
}

function secretColumns(db: Queryable): Fragment {
  return db`
    endpoint.secret,
    endpoint.previous_secret,
    endpoint.previous_until,
    endpoint.secret_switches_at,
    endpoint.secret_rotated_at`;
}
