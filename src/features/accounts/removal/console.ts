import { serve } from '../../../doors/signIn.ts';
import { removalApi } from './contract.ts';
import { actOnAccount, cancelRemoval, findRemoval, requestRemoval } from './requests.ts';

export const removalConsole = serve(removalApi, {
  'GET /account/deletion': (ctx) => findRemoval(ctx),
  'POST /account/deletion': (ctx, { body }) => requestRemoval(ctx, body),
  'DELETE /account/deletion': (ctx) => cancelRemoval(ctx),
  'GET /staff/account/deletion': async (staff, { query }) =>
    findRemoval(await actOnAccount(staff, query.account_id)),
  'POST /staff/account/deletion': async (staff, { query, body }) =>
    requestRemoval(await actOnAccount(staff, query.account_id), body),
  'DELETE /staff/account/deletion': async (staff, { query }) =>
    cancelRemoval(await actOnAccount(staff, query.account_id)),
});
