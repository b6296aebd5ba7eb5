import { createCredentialKind, type CredentialKind } from '../../access/authenticate.ts';
import type { CredentialUseRecorder } from '../../access/uses.ts';
import * as queries from './sql/tokens.ts';

/**
 * Access tokens, sent as `Authorization: Bearer tao_…`. The grant identifies the caller, so all its tokens count as one
 * credential.
 */
export function accessTokenCredential(uses: Pick<CredentialUseRecorder, 'note'>): CredentialKind {
  return createCredentialKind({
    prefix: 'tao_',
    async find(db, account_id, token_hashes, now) {
      const tokens = await queries.findLiveAccessTokens(db, account_id, token_hashes, now);
      return tokens.map(({ token_hash, grant_id, client_id, scopes, expires_at }) => {
        const actor = { kind: 'api', credential_id: grant_id, client_id } as const;
        return { token_hash, caller: { account_id, credential_id: grant_id, scopes, expires_at, actor } };
      });
    },
    noteUse: ({ account_id, credential_id }, at) => uses.note({ account_id, id: credential_id, at }),
  });
}
