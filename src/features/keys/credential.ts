import { credentialKind, type CredentialKind } from '../../access/authenticate.ts';
import type { UseRecorder } from '../../access/uses.ts';
import * as queries from './queries.ts';

/** `Authorization: Bearer tak_…` */
export function apiKeyCredential(uses: UseRecorder): CredentialKind {
  return credentialKind({
    prefix: 'tak_',
    async find(db, account_id, token_hashes) {
      const keys = await queries.findKeys(db, account_id, token_hashes);
      return keys.map(({ token_hash, id, scopes, expires_at, allowed_addresses }) => {
        const actor = { kind: 'api', credential_id: id } as const;
        const limits = { ...(expires_at && { expires_at }), ...(allowed_addresses && { allowed_addresses }) };
        return { token_hash, caller: { account_id, credential_id: id, scopes, actor, ...limits } };
      });
    },
    noteUse: ({ account_id, credential_id }, at) => uses.note({ account_id, id: credential_id, at }),
  });
}
