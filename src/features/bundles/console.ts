import { actAsPlatform } from '../../access/platform.ts';
import { resource, staffOperation, type Resource } from '../../access/operation.ts';
import {
  allocateBundle,
  changeBundle,
  createBundle,
  listAllocatedBundles,
  listBundles,
  withdrawBundle,
} from './bundles.ts';
import {
  Allocated,
  Allocation,
  Bundle,
  BundleChanges,
  BundleList,
  BundleRef,
  GivenList,
  GivenTo,
  NewBundle,
  Withdrawn,
} from './contract.ts';

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

export const bundlesConsole: readonly Resource[] = [bundles, allocations];
