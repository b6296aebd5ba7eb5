import type { CredentialKind } from '../../access/authenticate.ts';
import type { UseRecorder } from '../../access/uses.ts';
import * as queries from './sql/tokens.ts';

/** `Authorization: Bearer tao_…`; all tokens of a grant count as the grant. */
export function accessTokenCredential(uses: UseRecorder): CredentialKind {
  return {
    prefix: 'tao_',
    async find(db, account_id, token_hash, now) {
      const token = await queries.findLiveAccessToken(db, account_id, token_hash, now);
      if (!token) return undefined;
      const { grant_id, client_id, scopes } = token;
      const actor = { kind: 'api', credential_id: grant_id, client_id } as const;
      return { account_id, credential_id: grant_id, scopes, actor };
    },
    noteUse: ({ account_id, credential_id }, at) => uses.note({ account_id, id: credential_id, at }),
  };
}
