import { invalidKey } from '../../access/authenticate.ts';
import type { ApiContext } from '../../access/context.ts';
import type { Identity } from './contract.ts';
import { findIdentityNames } from './queries.ts';

export async function readIdentity({ db, account_id, scopes, credential }: ApiContext): Promise<Identity> {
  const names = await findIdentityNames(db, account_id, credential);
  if (!names) throw invalidKey();
  const { credential_id, client_id, expires_at = null } = credential;
  return {
    kind: client_id === undefined ? 'key' : 'app',
    id: client_id ?? credential_id,
    name: names.name,
    account: { id: account_id, name: names.account_name },
    scopes: [...scopes],
    expires_at,
  };
}
