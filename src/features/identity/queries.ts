import type { Credential } from '../../access/context.ts';
import type { Queryable } from '../../lib/sql/sql.ts';

export type IdentityNames = { account_name: string; name: string };

/**
 * Reads the names of the account and of its key or app. Returns undefined if one of them was deleted in the meantime.
 */
export async function findIdentityNames(
  db: Queryable,
  account_id: string,
  { credential_id, client_id }: Credential,
): Promise<IdentityNames | undefined> {
  const [names] =
    client_id === undefined
      ? await db<IdentityNames[]>`
          select account.name as account_name, key.name
          from accounts as account
          join api_keys as key
            on key.account_id = ${account_id}
            and key.id = ${credential_id}
          where account.id = ${account_id}`
      : await db<IdentityNames[]>`
          select account.name as account_name, app.name
          from accounts as account
          join oauth_apps as app
            on app.client_id = ${client_id}
          where account.id = ${account_id}`;
  return names;
}
