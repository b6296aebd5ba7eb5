import type { CredentialKind } from '../../access/authenticate.ts';
import type { UseRecorder } from '../../access/uses.ts';
import * as queries from './queries.ts';

/** `Authorization: Bearer tad_…`; the token belongs to a seat, not to its user. */
export function deviceCredential(uses: UseRecorder): CredentialKind {
  return {
    prefix: 'tad_',
    async find(db, account_id, token_hash) {
      const seat = await queries.findLiveSeat(db, account_id, token_hash);
      if (!seat) return undefined;
      const actor = { kind: 'device', seat_id: seat.id } as const;
      return { account_id, credential_id: seat.id, scopes: [], actor };
    },
    noteUse: ({ account_id, credential_id }, at) => uses.note({ account_id, id: credential_id, at }),
  };
}
