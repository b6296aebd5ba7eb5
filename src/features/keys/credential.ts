import { credentialKind, type CredentialKind } from '../../access/authenticate.ts';
import type { UseRecorder } from '../../access/uses.ts';
import * as queries from './queries.ts';

/** `Authorization: Bearer tak_…` */
export function apiKeyCredential(uses: UseRecorder): CredentialKind {
  return credentialKind({
    prefix: 'tak_',
    async find(db, account_id, token_hashes) {
      const keys = await queries.findLiveKeys(db, account_id, token_hashes);
      return keys.map(({ token_hash, id, scopes }) => {
        const actor = { kind: 'api', credential_id: id } as const;
        return { token_hash, caller: { account_id, credential_id: id, scopes, actor } };
      });
    },
    noteUse: ({ account_id, credential_id }, at) => uses.note({ account_id, id: credential_id, at }),
  });
}
