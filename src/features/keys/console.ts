import { ALL_SCOPES, SCOPES } from '../../access/scopes.ts';
import { serve } from '../../doors/signIn.ts';
import { keysApi } from './contract.ts';
import { changeKey, createKey, listKeys, revokeKey, rollKey } from './keys.ts';
import { OFFERED_SCOPES } from './rules.ts';

export const keysConsole = serve(keysApi, {
  'GET /keys': (ctx, { query }) => listKeys(ctx, query),
  'POST /keys': (ctx, { body }) => createKey(ctx, body),
  'PATCH /keys': (ctx, { query, body }) => changeKey(ctx, query.key_id, body),
  'DELETE /keys': (ctx, { query }) => revokeKey(ctx, query.key_id),
  'POST /keys/roll': (ctx, { query }) => rollKey(ctx, query.key_id),
  'GET /scopes': async () => ({ scopes: ALL_SCOPES.map(describe) }),
});

function describe(scope: (typeof ALL_SCOPES)[number]) {
  return { scope, about: SCOPES[scope], for_keys: OFFERED_SCOPES.includes(scope) };
}
