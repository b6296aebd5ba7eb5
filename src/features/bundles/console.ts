import { actAsPlatform } from '../../access/platform.ts';
import { serveDashboardApi } from '../../doors/signIn.ts';
import {
  allocateBundle,
  changeBundle,
  createBundle,
  deleteBundle,
  listBundlesOfAccountAndSeats,
  listBundles,
  withdrawBundle,
  listApprovedProcedures,
  listBundleHolders,
} from './bundles.ts';
import { bundlesApi } from './contract.ts';

export const bundlesDashboardRoutes = serveDashboardApi(bundlesApi, {
  'GET /staff/bundles': async (staff) => ({ bundles: await listBundles(staff) }),
  'POST /staff/bundles': (staff, { body }) => createBundle(staff, body),
  'PATCH /staff/bundles': (staff, { query, body: { expected, ...changes } }) =>
    changeBundle(staff, query.bundle_id, changes, expected),
  'DELETE /staff/bundles': (staff, { query }) => deleteBundle(staff, query.bundle_id),
  'GET /staff/bundles/accounts': async (staff, { query }) => ({
    accounts: await listBundleHolders(staff, query.bundle_id),
  }),
  'GET /staff/procedures': async (staff, { query }) => ({
    procedures: await listApprovedProcedures(staff, query),
  }),
  'GET /staff/allocations': async (staff, { query: { account_id } }) => ({
    bundles: await listBundlesOfAccountAndSeats({ ...actAsPlatform(staff), account_id }),
  }),
  'POST /staff/allocations': (staff, { body }) => allocateBundle(staff, body),
  'DELETE /staff/allocations': (staff, { body }) => withdrawBundle(staff, body),
});
