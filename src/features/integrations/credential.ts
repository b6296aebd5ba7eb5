import type { CredentialKind } from '../../access/authenticate.ts';
import type { UseRecorder } from '../../access/uses.ts';
import * as queries from './queries.ts';

/** `Authorization: Bearer tai_…` */
export function integrationCredential(uses: UseRecorder): CredentialKind {
  return {
    prefix: 'tai_',
    async find(db, account_id, token_hash) {
      const integration = await queries.findLiveIntegration(db, account_id, token_hash);
      if (!integration) return undefined;
      const { id, provider } = integration;
      const actor = { kind: 'integration', integration_id: id, provider } as const;
      return { account_id, credential_id: id, scopes: [], actor };
    },
    noteUse: ({ account_id, credential_id }, at) => uses.note({ account_id, id: credential_id, at }),
  };
}
