import { actAsPlatform } from '../../access/platform.ts';
import { serve } from '../../doors/signIn.ts';
import {
  allocateBundle,
  changeBundle,
  createBundle,
  deleteBundle,
  listAllocatedBundles,
  listBundles,
  withdrawBundle,
} from './bundles.ts';
import { bundlesApi } from './contract.ts';
import { listApprovedProcedures, listHolders } from './overview.ts';

export const bundlesConsole = serve(bundlesApi, {
  'GET /staff/bundles': async (staff) => ({ bundles: await listBundles(staff) }),
  'POST /staff/bundles': (staff, { body }) => createBundle(staff, body),
  'PATCH /staff/bundles': (staff, { query, body }) => changeBundle(staff, query.bundle_id, body),
  'DELETE /staff/bundles': (staff, { query }) => deleteBundle(staff, query.bundle_id),
  'GET /staff/bundles/accounts': async (staff, { query }) => ({
    accounts: await listHolders(staff, query.bundle_id),
  }),
  'GET /staff/procedures': async (staff, { query }) => ({
    procedures: await listApprovedProcedures(staff, query.search),
  }),
  'GET /staff/allocations': async (staff, { query: { account_id } }) => ({
    bundles: await listAllocatedBundles({ ...actAsPlatform(staff), account_id }),
  }),
  'POST /staff/allocations': (staff, { body }) => allocateBundle(staff, body),
  'DELETE /staff/allocations': (staff, { body }) => withdrawBundle(staff, body),
});
