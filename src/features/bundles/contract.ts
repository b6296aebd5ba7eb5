import { Type, type Static } from '../../lib/schema/type.ts';
import { consoleApi } from '../../access/consoleApi.ts';
import { name } from '../../lib/schema/rules.ts';
import { Answer, Input, Nullable, Timestamp, Uuid } from '../../lib/schema/schema.ts';

const contents = {
  skill_ids: Type.Optional(Type.Array(Uuid, { maxItems: 500 })),
  collection_ids: Type.Optional(Type.Array(Uuid, { maxItems: 500 })),
  procedure_ids: Type.Optional(Type.Array(Uuid, { maxItems: 500 })),
};

export const NewBundle = Input({
  name: Type.String(name(200)),
  description: Type.Optional(Type.String({ maxLength: 10_000 })),
  ...contents,
});
export type NewBundle = Static<typeof NewBundle>;

/** A sent list replaces the stored one. */
export const BundleChanges = Input({
  name: Type.Optional(Type.String(name(200))),
  description: Type.Optional(Type.String({ maxLength: 10_000 })),
  ...contents,
});
export type BundleChanges = Static<typeof BundleChanges>;

const NamedItem = Answer({ id: Uuid, name: Type.String() });
export type NamedItem = Static<typeof NamedItem>;

export const Bundle = Answer({
  id: Uuid,
  name: Type.String(),
  description: Type.String(),
  skills: Type.Array(NamedItem),
  collections: Type.Array(NamedItem),
  /** Only those that are still approved. */
  procedures: Type.Array(NamedItem),
  /** How many accounts it is allocated to, as a whole or by seats. */
  accounts: Type.Integer(),
  created_at: Timestamp,
  updated_at: Timestamp,
});
export type Bundle = Static<typeof Bundle>;
const BundleList = Answer({ bundles: Type.Array(Bundle) });
const BundleRef = Input({ bundle_id: Uuid });

const BundleDeleted = Answer({ deleted: Type.Literal(true) });

/** An account that has a bundle: how many of its seats, or null for all of them. */
const BundleHolder = Answer({ id: Uuid, name: Type.String(), seats: Nullable(Type.Integer()) });
export type BundleHolder = Static<typeof BundleHolder>;
const HolderList = Answer({ accounts: Type.Array(BundleHolder) });

const ProcedureSearch = Input({
  search: Type.Optional(
    Type.String({ maxLength: 200, description: 'A part of the title or of the account' }),
  ),
});
const ApprovedProcedure = Answer({ id: Uuid, name: Type.String(), account_name: Type.String() });
export type ApprovedProcedure = Static<typeof ApprovedProcedure>;
const ApprovedList = Answer({ procedures: Type.Array(ApprovedProcedure) });

/** Without seats it is for the whole account. */
export const Allocation = Input({
  account_id: Uuid,
  bundle_id: Uuid,
  seat_ids: Type.Optional(Type.Array(Uuid, { minItems: 1, maxItems: 500, uniqueItems: true })),
});
export type Allocation = { account_id: string; bundle_id: string; seat_ids?: readonly string[] | undefined };
const Allocated = Answer({ allocated: Type.Literal(true) });
const Withdrawn = Answer({ withdrawn: Type.Literal(true) });

/** A bundle of an account; its seats, or null where it is for all of them. */
const Given = Answer({
  id: Uuid,
  name: Type.String(),
  seat_ids: Nullable(Type.Array(Uuid)),
  allocated_at: Timestamp,
});
export const AllocationList = Answer({ bundles: Type.Array(Given) });
export type AllocationList = Static<typeof AllocationList>;
const GivenTo = Input({ account_id: Uuid });

export const bundlesApi = consoleApi(
  {
    'GET /staff/bundles': { summary: 'List bundles', role: 'staff', answer: BundleList },
    'POST /staff/bundles': {
      summary: 'Create a bundle',
      role: 'staff',
      body: NewBundle,
      answer: Bundle,
      status: 201,
    },
    'PATCH /staff/bundles': {
      summary: 'Change a bundle',
      role: 'staff',
      query: BundleRef,
      body: BundleChanges,
      answer: Bundle,
    },
    'DELETE /staff/bundles': {
      summary: 'Delete a bundle that no account has',
      role: 'staff',
      query: BundleRef,
      answer: BundleDeleted,
    },
    'GET /staff/bundles/accounts': {
      summary: 'List the accounts that have a bundle',
      role: 'staff',
      query: BundleRef,
      answer: HolderList,
    },
    'GET /staff/procedures': {
      summary: 'Look for approved procedures of all accounts',
      role: 'staff',
      query: ProcedureSearch,
      answer: ApprovedList,
    },
    'GET /staff/allocations': {
      summary: 'List the bundles of an account',
      role: 'staff',
      query: GivenTo,
      answer: AllocationList,
    },
    'POST /staff/allocations': {
      summary: 'Allocate a bundle to an account, or to seats of it',
      role: 'staff',
      body: Allocation,
      answer: Allocated,
    },
    'DELETE /staff/allocations': {
      summary: 'Withdraw a bundle from an account, or from seats of it',
      role: 'staff',
      body: Allocation,
      answer: Withdrawn,
    },
  },
  { tag: 'Staff' },
);
