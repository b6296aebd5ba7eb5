import { credentialKind, type CredentialKind } from '../../access/authenticate.ts';
import type { UseRecorder } from '../../access/uses.ts';
import * as queries from './sql/tokens.ts';

/** `Authorization: Bearer tao_…`; all tokens of a grant count as the grant. */
export function accessTokenCredential(uses: Pick<UseRecorder, 'note'>): CredentialKind {
  return credentialKind({
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
