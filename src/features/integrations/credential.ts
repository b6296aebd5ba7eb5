import { createCredentialKind, type CredentialKind } from '../../access/authenticate.ts';
import type { CredentialUseRecorder } from '../../access/uses.ts';
import * as queries from './queries.ts';

/** Authenticates integrations by `Authorization: Bearer tai_…`. */
export function integrationCredential(uses: CredentialUseRecorder): CredentialKind {
  return createCredentialKind({
    prefix: 'tai_',
    async find(db, account_id, token_hashes) {
      const integrations = await queries.findLiveIntegrations(db, account_id, token_hashes);
      return integrations.map(({ token_hash, id, provider }) => {
        const actor = { kind: 'integration', integration_id: id, provider } as const;
        return { token_hash, caller: { account_id, credential_id: id, scopes: [], actor } };
      });
    },
    noteUse: ({ account_id, credential_id }, at) => uses.note({ account_id, id: credential_id, at }),
  });
}
