import { createCredentialKind, type CredentialKind } from '../../access/authenticate.ts';
import type { CredentialUseRecorder } from '../../access/uses.ts';
import * as queries from './sql/seats.ts';

/** Authenticates glasses by `Authorization: Bearer tad_…`. The token belongs to a seat, not to the user of the seat. */
export function deviceCredential(uses: CredentialUseRecorder): CredentialKind {
  return createCredentialKind({
    prefix: 'tad_',
    async find(db, account_id, token_hashes) {
      const seats = await queries.findSeatsByTokens(db, account_id, token_hashes);
      return seats.map(({ token_hash, id }) => {
        const actor = { kind: 'device', seat_id: id } as const;
        return { token_hash, caller: { account_id, credential_id: id, scopes: [], actor } };
      });
    },
    noteUse: ({ account_id, credential_id }, at) => uses.note({ account_id, id: credential_id, at }),
  });
}
