import { createCredentialKind, type CredentialKind } from '../../access/authenticate.ts';
import type { CredentialUseRecorder } from '../../access/uses.ts';
import * as queries from './queries.ts';

/** Authenticates API keys, sent as `Authorization: Bearer tak_…`. */
export function apiKeyCredential(uses: CredentialUseRecorder): CredentialKind {
  return createCredentialKind({
    prefix: 'tak_',
    async find(db, account_id, token_hashes) {
      const keys = await queries.findKeysByTokenHash(db, account_id, token_hashes);
      return keys.map(({ token_hash, id, scopes, expires_at, allowed_addresses }) => {
        const actor = { kind: 'api', credential_id: id } as const;
        const limits = { ...(expires_at && { expires_at }), ...(allowed_addresses && { allowed_addresses }) };
        return { token_hash, caller: { account_id, credential_id: id, scopes, actor, ...limits } };
      });
    },
    noteUse: ({ account_id, credential_id }, at) => uses.note({ account_id, id: credential_id, at }),
  });
}
