import { actAsPlatform } from '../../access/platform.ts';
import { resource, type Resource } from '../../doors/declaration.ts';
import { staffOperation } from '../../doors/session.ts';
import {
  allocateBundle,
  changeBundle,
  createBundle,
  deleteBundle,
  listAllocatedBundles,
  listBundles,
  withdrawBundle,
} from './bundles.ts';
import {
  Allocated,
  Allocation,
  ApprovedList,
  Bundle,
  BundleChanges,
  BundleDeleted,
  BundleList,
  BundleRef,
  GivenList,
  GivenTo,
  HolderList,
  NewBundle,
  ProcedureSearch,
  Withdrawn,
} from './contract.ts';
import { listApproved, listHolders } from './overview.ts';

const TAG = { tag: 'Staff' };

const bundles = resource(
  '/staff/bundles',
  {
    GET: staffOperation({
      summary: 'List bundles',
      answer: BundleList,
      handle: async (staff) => ({ bundles: await listBundles(staff) }),
    }),
    POST: staffOperation({
      summary: 'Create a bundle',
      body: NewBundle,
      answer: Bundle,
      status: 201,
      handle: (staff, { body }) => createBundle(staff, body),
    }),
    PATCH: staffOperation({
      summary: 'Change a bundle',
      query: BundleRef,
      body: BundleChanges,
      answer: Bundle,
      handle: (staff, { query, body }) => changeBundle(staff, query.bundle_id, body),
    }),
    DELETE: staffOperation({
      summary: 'Delete a bundle that no account has',
      query: BundleRef,
      answer: BundleDeleted,
      handle: (staff, { query }) => deleteBundle(staff, query.bundle_id),
    }),
  },
  TAG,
);

const holders = resource(
  '/staff/bundles/accounts',
  {
    GET: staffOperation({
      summary: 'List the accounts that have a bundle',
      query: BundleRef,
      answer: HolderList,
      handle: async (staff, { query }) => ({ accounts: await listHolders(staff, query.bundle_id) }),
    }),
  },
  TAG,
);

const procedures = resource(
  '/staff/procedures',
  {
    GET: staffOperation({
      summary: 'Look for approved procedures of all accounts',
      query: ProcedureSearch,
      answer: ApprovedList,
      handle: async (staff, { query }) => ({ procedures: await listApproved(staff, query.search) }),
    }),
  },
  TAG,
);

const allocations = resource(
  '/staff/allocations',
  {
    GET: staffOperation({
      summary: 'List the bundles of an account',
      query: GivenTo,
      answer: GivenList,
      handle: async (staff, { query: { account_id } }) => ({
        bundles: await listAllocatedBundles({ ...actAsPlatform(staff), account_id }),
      }),
    }),
    POST: staffOperation({
      summary: 'Allocate a bundle to an account, or to seats of it',
      body: Allocation,
      answer: Allocated,
      handle: (staff, { body }) => allocateBundle(staff, body),
    }),
    DELETE: staffOperation({
      summary: 'Withdraw a bundle from an account, or from seats of it',
      body: Allocation,
      answer: Withdrawn,
      handle: (staff, { body }) => withdrawBundle(staff, body),
    }),
  },
  TAG,
);

export const bundlesConsole: readonly Resource[] = [bundles, holders, procedures, allocations];
