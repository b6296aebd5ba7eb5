import { credentialKind, type CredentialKind } from '../../access/authenticate.ts';
import type { UseRecorder } from '../../access/uses.ts';
import * as queries from './queries.ts';

/** `Authorization: Bearer tad_…`; the token belongs to a seat, not to its user. */
export function deviceCredential(uses: UseRecorder): CredentialKind {
  return credentialKind({
    prefix: 'tad_',
    async find(db, account_id, token_hashes) {
      const seats = await queries.findLiveSeats(db, account_id, token_hashes);
      return seats.map(({ token_hash, id }) => {
        const actor = { kind: 'device', seat_id: id } as const;
        return { token_hash, caller: { account_id, credential_id: id, scopes: [], actor } };
      });
    },
    noteUse: ({ account_id, credential_id }, at) => uses.note({ account_id, id: credential_id, at }),
  });
}
