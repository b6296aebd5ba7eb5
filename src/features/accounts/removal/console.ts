import { serveDashboardApi } from '../../../doors/signIn.ts';
import { assertIdentity, assertStaffIdentity } from '../../secondFactor/identity.ts';
import { removalApi } from './contract.ts';
import { createRemovalContext, cancelRemoval, findRemoval, requestRemoval } from './requests.ts';

export const removalDashboardRoutes = serveDashboardApi(removalApi, {
  'GET /account/deletion': (ctx) => findRemoval(ctx),
  'POST /account/deletion': async (ctx, { body: { name, ...proof } }) => {
    await assertIdentity(ctx, ctx.sign_in, proof);
    return requestRemoval(ctx, { name });
  },
  'DELETE /account/deletion': (ctx) => cancelRemoval(ctx),
  'GET /staff/account/deletion': async (staff, { query }) =>
    findRemoval(await createRemovalContext(staff, query.account_id)),
  'POST /staff/account/deletion': async (staff, { query, body: { name, ...proof } }) => {
    await assertStaffIdentity(staff, proof);
    return requestRemoval(await createRemovalContext(staff, query.account_id), { name });
  },
  'DELETE /staff/account/deletion': async (staff, { query }) =>
    cancelRemoval(await createRemovalContext(staff, query.account_id)),
});
