import type { CredentialKind } from '../../access/authenticate.ts';
import type { UseRecorder } from '../../access/uses.ts';
import * as queries from './queries.ts';

/** `Authorization: Bearer tak_…` */
export function apiKeyCredential(uses: UseRecorder): CredentialKind {
  return {
    prefix: 'tak_',
    async find(db, account_id, token_hash) {
      const key = await queries.findLiveKey(db, account_id, token_hash);
      if (!key) return undefined;
      const actor = { kind: 'api', credential_id: key.id } as const;
      return { account_id, credential_id: key.id, scopes: key.scopes, actor };
    },
    noteUse: ({ account_id, credential_id }, at) => uses.note({ account_id, id: credential_id, at }),
  };
}
